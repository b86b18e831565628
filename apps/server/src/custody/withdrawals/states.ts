import type { WithdrawalStage } from '@vitrine/contract';

export type State = 'draft' | WithdrawalStage;

interface Step {
  readonly from: readonly State[];
  readonly to: State;
  /** Who causes the transition; `exchange` if it follows from a rule, without anyone's decision. */
  readonly by: 'client' | 'operator' | 'exchange';
}

/**
 * All transitions of a withdrawal; in any other state an event has no effect. A row changes by an update that names the
 * allowed states, so that only one of two concurrent updates succeeds. docs/withdrawal-states.md is generated from
 * these lines.
 */
export const withdrawalSteps = {
  /** The client confirms the draft with all required codes. */
  confirm: { from: ['draft'], to: 'requested', by: 'client' },
  /** The ledger holds the full amount, including the fee. */
  hold: { from: ['requested'], to: 'checking', by: 'exchange' },
  /** The ledger rejects the hold, because of the balance, the 24-hour limit or a restriction. */
  reject: { from: ['requested'], to: 'refused', by: 'exchange' },
  /** The withdrawal's value is small enough to need no approval. */
  pass: { from: ['checking'], to: 'approved', by: 'exchange' },
  /** The withdrawal's value requires the approval of one operator, or of two. */
  ask_approval: { from: ['checking'], to: 'waiting_approval', by: 'exchange' },
  /** The last required approval is given. */
  approve: { from: ['waiting_approval'], to: 'approved', by: 'operator' },
  /** An approver has lost the right to approve before anything is signed. In SQL: `void_approvals`. */
  lose_approval: { from: ['approved'], to: 'waiting_approval', by: 'exchange' },
  /** The payment is requested or, for a withdrawal to another client, the ledger is about to move the amount. */
  send: { from: ['approved'], to: 'sending', by: 'exchange' },
  /** The withdrawal was stopped before its payment was signed. */
  hold_back: { from: ['sending'], to: 'approved', by: 'exchange' },
  /** The network has confirmed the payment, or the other client has the money: the ledger has posted the hold. */
  complete: { from: ['sending'], to: 'completed', by: 'exchange' },
  /** The failure of the payment is final: the withdrawal is paid again. */
  pay_again: { from: ['sending'], to: 'approved', by: 'operator' },
  /** The failure of the payment is final: the full amount is returned. */
  give_back: { from: ['sending'], to: 'refused', by: 'operator' },
  /** Repeated dry runs before signing show that the payment would fail: the full amount is returned. */
  give_up: { from: ['sending'], to: 'refused', by: 'exchange' },
  /** An operator rejects the withdrawal before anything is signed: the full amount is returned. */
  refuse: { from: ['waiting_approval', 'approved'], to: 'refused', by: 'operator' },
  /** The client cancels the withdrawal before anything is signed: the full amount is returned. */
  cancel: { from: ['requested', 'checking', 'waiting_approval', 'approved'], to: 'cancelled', by: 'client' },
} as const satisfies Readonly<Record<string, Step>>;

export type WithdrawalEvent = keyof typeof withdrawalSteps;

/** The state after this event; undefined if it has no effect. */
export function stateAfter(event: WithdrawalEvent, state: State): State | undefined {
  const { from, to }: Step = withdrawalSteps[event];
  return from.includes(state) ? to : undefined;
}
