import type { BlockRef } from '../chain.ts';
import { NodeFault } from '../chain-errors.ts';
import { inBatches, REQUESTS_AT_ONCE } from '../in-batches.ts';
import type { BitcoinNode, Outpoint } from './bitcoin-node.ts';
import { type BitcoinTransaction, outpointOf, parseTransaction } from './transaction-bytes.ts';

/**
 * The transaction with this hash, whether in a block or not, with its bytes verified; undefined if the node does not
 * know it.
 */
export async function knownTransaction(
  node: BitcoinNode,
  txid: string,
): Promise<{ readonly transaction: BitcoinTransaction; readonly block: BlockRef | undefined } | undefined> {
  const found = await node.transaction(txid);
  if (found === undefined) return undefined;
  const transaction = transactionOf(found.bytes);
  if (transaction.txid !== txid)
    throw new NodeFault(`requested transaction ${txid}, but the node returned ${transaction.txid}`);
  return { transaction, block: found.block };
}

/** The transactions that created these outputs, keyed by their hash. */
export async function previousTransactions(
  node: BitcoinNode,
  outpoints: readonly Outpoint[],
): Promise<ReadonlyMap<string, BitcoinTransaction>> {
  const txids = [...new Set(outpoints.map(({ txid }) => txid))];
  const found = await inBatches(txids, REQUESTS_AT_ONCE, async (txid) => {
    const known = await knownTransaction(node, txid);
    if (known === undefined)
      throw new NodeFault(`the node does not have transaction ${txid}, although one of its outputs is being spent`);
    return [txid, known.transaction] as const;
  });
  return new Map(found);
}

/** Sum of this transaction's inputs, in satoshis. */
export async function valueSpent(node: BitcoinNode, { inputs }: BitcoinTransaction): Promise<bigint> {
  const outpoints = inputs.map(outpointOf);
  const previous = await previousTransactions(node, outpoints);
  return outpoints.reduce((sum, outpoint) => sum + outputAt(previous, outpoint).amount, 0n);
}

/** An output of one of these transactions, which must be present. */
export function outputAt(
  transactions: ReadonlyMap<string, BitcoinTransaction>,
  { txid, index }: Outpoint,
): BitcoinTransaction['outputs'][number] {
  const output = transactions.get(txid)?.outputs[index];
  if (output === undefined) throw new NodeFault(`transaction ${txid} has no output ${index}`);
  return output;
}

function transactionOf(bytes: Uint8Array): BitcoinTransaction {
  try {
    return parseTransaction(bytes);
  } catch (error) {
    throw new NodeFault('the node returned an invalid transaction', { cause: error });
  }
}
