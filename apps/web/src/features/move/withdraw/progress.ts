import type { Withdrawal } from '../../../lib/withdrawals.ts';

/** The steps of a withdrawal, as shown to its owner. */
export const progressSteps = ['confirmed', 'checked', 'sent', 'arrived'] as const;
export type WithdrawalStep = (typeof progressSteps)[number];

const stepsDone: Readonly<Record<Withdrawal['stage'], number>> = {
  requested: 1,
  checking: 1,
  waiting_approval: 1,
  approved: 2,
  sending: 2,
  completed: 4,
  refused: 1,
  cancelled: 1,
};

/** The number of steps that are done. */
export const doneSteps = ({ stage, txid }: Pick<Withdrawal, 'stage' | 'txid'>): number =>
  stage === 'sending' && txid !== '' ? 3 : stepsDone[stage];

/** Whether the withdrawal has ended. */
export const isOver = ({ stage }: Pick<Withdrawal, 'stage'>): boolean =>
  stage === 'completed' || stage === 'refused' || stage === 'cancelled';

export type StatusWord =
  | 'waitingOne'
  | 'waitingTwo'
  | 'checking'
  | 'toSend'
  | 'sending'
  | 'confirming'
  | 'completed'
  | 'refused'
  | 'cancelled'
  | 'frozen';

/** The withdrawal's status in a word. */
export function statusWord({ state, stage, txid, approvals_needed }: Withdrawal): StatusWord {
  if (state === 'restricted') return 'frozen';
  switch (stage) {
    case 'requested':
    case 'checking':
      return 'checking';
    case 'waiting_approval':
      return approvals_needed === 2 ? 'waitingTwo' : 'waitingOne';
    case 'approved':
      return 'toSend';
    case 'sending':
      return txid === '' ? 'sending' : 'confirming';
    default:
      return stage;
  }
}

/** The key of the sentence about the next step of a withdrawal that has not ended. */
type NextWord = 'review' | 'checks' | 'sending' | 'confirming' | 'restricted';

export function nextWord({ state, stage, txid }: Pick<Withdrawal, 'state' | 'stage' | 'txid'>): NextWord | undefined {
  if (state === 'restricted') return 'restricted';
  switch (stage) {
    case 'requested':
    case 'checking':
      return 'checks';
    case 'waiting_approval':
      return 'review';
    case 'approved':
      return 'sending';
    case 'sending':
      return txid === '' ? 'sending' : 'confirming';
    default:
      return undefined;
  }
}
