import type { NamesIn } from './errors.ts';

/**
 * The sentences of treasury alarms. `{name}` stands for a parameter. The console's locale files contain the same
 * sentences.
 */
export const alarmDetails = {
  coins_missing: 'Our holdings are {amount} {coin} less than the ledger says.',
  coins_unexplained: 'Our holdings are {amount} {coin} more than the ledger says.',
  not_reconciled: 'Holdings have not been compared with the ledger for more than {minutes} minutes.',
  no_new_block: 'No new block for more than {minutes} minutes. The last block is {height}.',
  other_chain: 'None of the blocks processed at heights {from} to {to} are in the node’s chain.',
  transaction_unread: 'Block {height}: the node did not report whether this transaction paid one of our addresses.',
  deposit_too_large: 'Deposit {deposit} is larger than the ledger can represent.',
  deposit_unlisted: 'Deposits of {coin} arrived. They will be credited when {coin} is listed.',
  deposit_refused: 'The ledger rejected deposit {deposit} ({txid}): {refusal}.',
  deposit_replaced: 'Deposit {deposit} ({txid}) was already available when a reorg removed its block.',
  payment_replaced: 'Payment {payment} was already confirmed when a reorg removed its block.',
  payment_moved_nothing: 'Transaction {txid} was included in a block but moved no funds.',
  payment_displaced:
    'Transaction {txid} used this payment’s nonce or inputs, so none of the payment’s transactions can be included anymore.',
  key_used: 'Block {height}: this transaction was signed with one of our keys but was not created by the exchange.',
  keys_differ: 'The signer does not have the keys for our addresses on this network.',
  /** The message from a node or the signer, or the message of the error that occurred when calling it. */
  reported: '{message}',
} as const satisfies Record<string, string>;

export type AlarmCode = keyof typeof alarmDetails;

export const alarmCodes = Object.keys(alarmDetails) as AlarmCode[];

/** All parameters are codes and numbers, except that of `reported`, which is a message from outside. */
export type AlarmParameters<C extends AlarmCode> = Readonly<Record<NamesIn<(typeof alarmDetails)[C]>, string>>;
