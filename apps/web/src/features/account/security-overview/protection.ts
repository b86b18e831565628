import type { Security } from '../../../lib/security.ts';

/** What an account can be protected by, in the order of what helps most. */
export const protections = ['secondStep', 'transactionPassword', 'antiPhishing', 'mobile'] as const;
export type Protection = (typeof protections)[number];

export interface ProtectionSummary {
  readonly active: readonly Protection[];
  readonly missing: readonly Protection[];
  /** What to do first; undefined where nothing is missing. */
  readonly next: Protection | undefined;
}

/** Counts what is in force, each as true as the server says it: nothing is guessed and nothing weighted. */
export function summarise(security: Security): ProtectionSummary {
  const isActive: Readonly<Record<Protection, boolean>> = {
    secondStep: security.authenticator.is_enrolled || security.passkeys > 0,
    transactionPassword: security.transaction_password.is_set,
    antiPhishing: security.anti_phishing.is_set,
    mobile: security.mobile.is_verified,
  };
  const active = protections.filter((protection) => isActive[protection]);
  const missing = protections.filter((protection) => !isActive[protection]);
  return { active, missing, next: missing[0] };
}
