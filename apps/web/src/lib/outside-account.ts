/**
 * An external account that the user of this browser has proven to own; sign-up or the next sign-in connects it. The
 * proof is in an HttpOnly cookie; the data here is only for display in the forms, and is stored until the tab is
 * closed.
 */
export type OutsideAccount = {
  readonly provider: 'google' | 'wallet';
  /** An email address, or the wallet's address. */
  readonly label: string;
  /** Whether the provider vouches for the address, so that sign-up asks for no code. */
  readonly isProved: boolean;
};

const KEY = 'vitrine.outside-account';

export const keepOutsideAccount = (account: OutsideAccount): void =>
  sessionStorage.setItem(KEY, JSON.stringify(account));

export const forgetOutsideAccount = (): void => sessionStorage.removeItem(KEY);

export function keptOutsideAccount(): OutsideAccount | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '') as Partial<OutsideAccount>;
    const { provider, label, isProved } = kept;
    if ((provider !== 'google' && provider !== 'wallet') || typeof label !== 'string') return undefined;
    return { provider, label, isProved: isProved === true };
  } catch {
    return undefined;
  }
}

/** The challenge for a second factor that the sign-in page will ask for, held in memory between two pages. */
let challenge: string | undefined;

export const keepChallenge = (kept: string): void => {
  challenge = kept;
};

export function takeChallenge(): string | undefined {
  const taken = challenge;
  challenge = undefined;
  return taken;
}
