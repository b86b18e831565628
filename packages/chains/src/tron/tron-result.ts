import { NodeFault } from '../chain-errors.ts';
import { TRANSFER_TOPIC } from './trc20.ts';
import { addressOfWord } from './tron-address.ts';
import type { TronBlock, TronTransaction } from './tron-block.ts';
import { hexIn, integerIn, listIn, objectIn, type TronResponse, textIn } from './tron-node.ts';

/** One event that a contract recorded. */
interface TronLog {
  readonly contract: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** The outcome of a transaction (TransactionInfo). */
export interface TronResult {
  readonly txid: string;
  readonly height: number;
  readonly blockTimeMs: number;
  /** In sun. */
  readonly feeSun: bigint;
  readonly hasFailed: boolean;
  /** The result of the virtual machine; undefined if nothing ran in it. */
  readonly contractResult: string | undefined;
  readonly logs: readonly TronLog[];
}

/** A TRC20 movement as its contract recorded it. */
export interface TransferLog {
  /** The index among all logs of the transaction. */
  readonly index: number;
  readonly contract: string;
  readonly from: string;
  readonly to: string;
  readonly amount: bigint;
}

export function readResult(answer: TronResponse): TronResult {
  return {
    txid: hexIn(answer, 'id', 64),
    height: integerIn(answer, 'blockNumber'),
    blockTimeMs: integerIn(answer, 'blockTimeStamp'),
    feeSun: BigInt(integerIn(answer, 'fee')),
    hasFailed: textIn(answer, 'result') === 'FAILED',
    contractResult: textIn(objectIn(answer, 'receipt'), 'result'),
    logs: listIn(answer, 'log').map(readLog),
  };
}

/**
 * Whether the transaction succeeded. Its block and its result must agree: all nodes have the same block, so if the
 * result differs, the node is at fault.
 */
export function hasSucceeded(transaction: TronTransaction, result: TronResult): boolean {
  const inBlock = transaction.contractRet === 'SUCCESS';
  const inResult = !result.hasFailed && (result.contractResult ?? 'SUCCESS') === 'SUCCESS';
  if (inBlock !== inResult)
    throw new NodeFault(`the block and the transaction info disagree on the outcome of ${transaction.txid}`);
  return inBlock;
}

/**
 * The results of a block's transactions, in order. Throws NodeFault unless each transaction has exactly one result,
 * which belongs to this block.
 */
export function matchResults(block: TronBlock, results: readonly TronResult[]): readonly TronResult[] {
  const byTxid = new Map(results.map((result) => [result.txid, result]));
  if (results.length !== block.transactions.length || byTxid.size !== results.length) {
    throw new NodeFault(
      `block ${block.height} has ${block.transactions.length} transactions, but ${results.length} results for ${byTxid.size} transactions`,
    );
  }
  return block.transactions.map(({ txid }) => {
    const result = byTxid.get(txid);
    if (result === undefined || result.height !== block.height || result.blockTimeMs !== block.timeMs) {
      throw new NodeFault(`the result of ${txid} does not belong to block ${block.hash}`);
    }
    return result;
  });
}

/** The transfers that contracts recorded. The caller decides which contracts to trust. */
export function transferLogs(result: TronResult): readonly TransferLog[] {
  return result.logs.flatMap((log, index) => {
    const [topic, from, to] = log.topics;
    if (topic !== TRANSFER_TOPIC || log.topics.length !== 3 || log.data.length !== 64) return [];
    return [{ index, contract: log.contract, from: lastWord(from), to: lastWord(to), amount: BigInt(`0x${log.data}`) }];
  });
}

function readLog(answer: TronResponse): TronLog {
  const topics = answer.topics ?? [];
  if (!Array.isArray(topics)) throw new NodeFault("the topics of a contract's log are not a list");
  return {
    contract: addressOfWord(hexIn(answer, 'address', 40)),
    topics: topics.map((topic) => hexIn({ topic }, 'topic', 64)),
    data: hexIn(answer, 'data'),
  };
}

/** The address in a topic: the last 20 of its 32 bytes. */
function lastWord(topic = ''): string {
  return addressOfWord(topic.slice(-40));
}
