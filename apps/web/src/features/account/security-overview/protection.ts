import type { Security } from '../../../lib/security.ts';

/** The protections of an account, most effective first. */
export const protections = ['secondStep', 'transactionPassword', 'antiPhishing', 'mobile'] as const;
export type Protection = (typeof protections)[number];

export interface ProtectionSummary {
  readonly active: readonly Protection[];
  readonly missing: readonly Protection[];
  /** The protection to set up first; undefined if none is missing. */
  readonly next: Protection | undefined;
}

/** Counts the active protections as reported by the server, unweighted. */
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
