import type { NamesIn } from './errors.ts';

/**
 * The sentences of treasury alarms. `{name}` stands for a parameter. The console's locale files contain the same
 * sentences.
 */
export const alarmDetails = {
  coins_missing: '{amount} smallest units of {coin} are missing.',
  coins_unexplained: '{amount} smallest units of {coin} are not accounted for in the ledger.',
  not_reconciled: 'Holdings have not been compared with the ledger for more than {minutes} minutes.',
  no_new_block: 'No new block since block {height}, for more than {minutes} minutes.',
  other_chain: 'The node’s chain contains none of the blocks from {from} to {to} that were processed.',
  transaction_unread: 'Block {height}: the node did not report whether this transaction paid one of our addresses.',
  deposit_too_large: 'Deposit {deposit} is larger than the ledger can represent.',
  deposit_refused: 'The ledger refused deposit {deposit} ({txid}): {refusal}.',
  deposit_replaced: 'Deposit {deposit} ({txid}) was already available when a reorg removed its block.',
  payment_replaced: '{payment} was already confirmed when a reorg removed its block.',
  payment_moved_nothing: '{txid} was included but moved no funds.',
  payment_displaced:
    '{txid} used the nonce or inputs of this payment: none of the payment’s transactions can be included anymore.',
  key_used: 'Block {height}: this transaction was signed with one of our keys, but not created by the exchange.',
  keys_differ: 'The signer does not have the keys for our addresses on this network.',
  /** The message from a node or the signer, or the message of the error that occurred when calling it. */
  reported: '{message}',
} as const satisfies Record<string, string>;

export type AlarmCode = keyof typeof alarmDetails;

export const alarmCodes = Object.keys(alarmDetails) as AlarmCode[];

/** All parameters are codes and numbers, except that of `reported`, which is a message from outside. */
export type AlarmParameters<C extends AlarmCode> = Readonly<Record<NamesIn<(typeof alarmDetails)[C]>, string>>;
