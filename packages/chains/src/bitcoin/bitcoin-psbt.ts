import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { RawTx, Transaction } from '@scure/btc-signer';
import { MalformedTransaction } from '../chain-errors.ts';
import type { Outpoint } from './bitcoin-node.ts';

/** An output that is being spent, with the transaction that created it. Amounts are in satoshis. */
export interface SpentOutput extends Outpoint {
  readonly amount: bigint;
  readonly script: Uint8Array;
  readonly previous: Uint8Array;
}

interface Output {
  readonly amount: bigint;
  readonly script: Uint8Array;
}

/** A payment as read from its PSBT. */
export interface PlainPayment {
  /** Known before signing: the signatures are not part of the hashed bytes (BIP-141). */
  readonly txid: string;
  readonly inputs: readonly SpentOutput[];
  /** The script that all inputs have. */
  readonly source: Uint8Array;
  readonly receiver: Output;
  /** The output that returns change to the source. */
  readonly change: Output | undefined;
  readonly fee: bigint;
  readonly transaction: Transaction;
}

/**
 * The sequence of a payment's first transaction: signals that it can be replaced (BIP-125), and sets no relative lock
 * time (BIP-68). A replacement's sequence is lower by one. The lower sequence shows that a transaction is a
 * replacement, whose change must not be spent until the replacement is in a block: the replaced payment may still be
 * included instead.
 */
export const firstSequence = 0xfffffffd;
export const replacementSequence = 0xfffffffc;

const inputFields = new Set(['txid', 'index', 'sequence', 'nonWitnessUtxo', 'witnessUtxo']);
const outputFields = new Set(['amount', 'script']);

/** A PSBT (BIP-174, version 0) in hexadecimal. Each input comes with the whole transaction that it spends from. */
export function composePsbt(inputs: readonly SpentOutput[], outputs: readonly Output[], sequence: number): string {
  const transaction = new Transaction({ version: 2, lockTime: 0 });
  for (const { txid, index, amount, script, previous } of inputs) {
    transaction.addInput({ txid, index, sequence, nonWitnessUtxo: previous, witnessUtxo: { amount, script } });
  }
  for (const { amount, script } of outputs) transaction.addOutput({ amount, script });
  return bytesToHex(transaction.toPSBT(0));
}

/** Reads only PSBTs in the form that `composePsbt` writes. Throws MalformedTransaction for anything else. */
export function readPsbt(hex: string): PlainPayment {
  try {
    return readPlainPayment(hexToBytes(hex), hex.toLowerCase());
  } catch (error) {
    if (error instanceof MalformedTransaction) throw error;
    throw new MalformedTransaction('the bytes are not a PSBT of a plain payment', { cause: error });
  }
}

function readPlainPayment(bytes: Uint8Array, hex: string): PlainPayment {
  const transaction = Transaction.fromPSBT(bytes, { unknown: 'strict', strictPrevoutValidation: true });
  insist(bytesToHex(transaction.toPSBT(0)) === hex, 'the PSBT is not in canonical form');
  insist(
    transaction.version === 2 && transaction.lockTime === 0,
    'the transaction has a lock time, or is not version 2',
  );
  const inputs = Array.from({ length: transaction.inputsLength }, (_, at) => inputOf(transaction, at));
  const outputs = Array.from({ length: transaction.outputsLength }, (_, at) => outputOf(transaction, at));
  const [first] = inputs;
  if (first === undefined) throw new MalformedTransaction('the transaction has no inputs');
  const source = first.script;
  insist(
    inputs.every(({ script }) => isSame(script, source)),
    'the transaction spends from several addresses',
  );
  insist(
    new Set(inputs.map(({ txid, index }) => `${txid}:${index}`)).size === inputs.length,
    'the transaction spends an output twice',
  );
  const [receiver, change] = receiverAndChange(outputs, source);
  const fee = sumOf(inputs) - sumOf(outputs);
  insist(fee >= 0n, 'the outputs exceed the inputs');
  return { txid: transaction.id, inputs, source, receiver, change, fee, transaction };
}

/**
 * The output that pays the receiver and, if there is a second output, the one that returns change to the source. Throws
 * MalformedTransaction for any other outputs.
 */
function receiverAndChange(outputs: readonly Output[], source: Uint8Array): [Output, Output | undefined] {
  const [first, second, ...more] = outputs;
  if (first === undefined || more.length > 0)
    throw new MalformedTransaction('the transaction does not have exactly one receiver');
  if (second === undefined) return [first, undefined];
  const toSource = [first, second].filter(({ script }) => isSame(script, source));
  const others = [first, second].filter(({ script }) => !isSame(script, source));
  const [receiver] = others;
  if (receiver === undefined || toSource.length !== 1)
    throw new MalformedTransaction("exactly one of the transaction's two outputs must be change");
  return [receiver, toSource[0]];
}

function inputOf(transaction: Transaction, at: number): SpentOutput {
  const input = transaction.getInput(at);
  insist(
    Object.keys(input).every((field) => inputFields.has(field)),
    'an input has unexpected fields',
  );
  const { txid, index, sequence = 0xffffffff, nonWitnessUtxo: previous } = input;
  if (txid === undefined || index === undefined || previous === undefined) {
    throw new MalformedTransaction('an input is missing its outpoint or previous transaction');
  }
  insist(sequence === firstSequence || sequence === replacementSequence, 'an input has an unexpected sequence number');
  const spent = previous.outputs[index];
  if (spent === undefined) throw new MalformedTransaction('an input spends an output that does not exist');
  const { amount, script } = spent;
  // Transaction.fromPSBT has verified that the previous transaction has this txid.
  return { txid: bytesToHex(txid), index, amount, script, previous: RawTx.encode(previous) };
}

function outputOf(transaction: Transaction, at: number): Output {
  const output = transaction.getOutput(at);
  insist(
    Object.keys(output).every((field) => outputFields.has(field)),
    'an output has unexpected fields',
  );
  const { amount, script } = output;
  if (amount === undefined || script === undefined)
    throw new MalformedTransaction('an output has no amount or no script');
  return { amount, script };
}

function sumOf(outputs: readonly { readonly amount: bigint }[]): bigint {
  return outputs.reduce((sum, { amount }) => sum + amount, 0n);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function insist(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new MalformedTransaction(otherwise);
}
