export type StakeState = 'draft' | 'running' | 'notice' | 'ended' | 'void';

interface Step {
  readonly from: readonly StakeState[];
  readonly to: StakeState;
  /** Who causes the transition: `exchange` if it follows from a rule. */
  readonly by: 'client' | 'exchange';
}

/**
 * All transitions of a stake. In any other state, an event has no effect. The update of a row requires one of the
 * allowed states, so that only one of two concurrent updates succeeds.
 */
export const stakeSteps = {
  /** The ledger moved the principal to the earn wallet. */
  begin: { from: ['draft'], to: 'running', by: 'exchange' },
  /** The ledger refused to, or the move was never submitted. */
  fail: { from: ['draft'], to: 'void', by: 'exchange' },
  /** The client redeemed all of a flexible stake. */
  redeem: { from: ['running'], to: 'ended', by: 'client' },
  /** The client ended a term early: a part is paid, the rest follows after the notice period. */
  unlock: { from: ['running'], to: 'notice', by: 'client' },
  /** The client ended a term early, and everything is paid at once. */
  unlock_all: { from: ['running'], to: 'ended', by: 'client' },
  /** The rest is paid. */
  release: { from: ['notice'], to: 'ended', by: 'exchange' },
  /** The product was ended or the coin delisted, and a flexible stake is paid out. */
  close: { from: ['running'], to: 'ended', by: 'exchange' },
  /** A term ended, and principal and interest are paid. */
  pay_out: { from: ['running'], to: 'ended', by: 'exchange' },
  /** A term ended, its interest is paid, and another stake continues with the principal. */
  renew: { from: ['running'], to: 'ended', by: 'exchange' },
} as const satisfies Readonly<Record<string, Step>>;

export type StakeEvent = keyof typeof stakeSteps;
