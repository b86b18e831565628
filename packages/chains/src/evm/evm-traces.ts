import type { Hex } from 'viem';
import { NodeFault } from '../chain-errors.ts';
import type { EvmBlock } from './evm-block.ts';
import { address, count, hash, list, quantity, type RpcRecord, record } from './rpc-values.ts';

/**
 * The way in which the node reports transfers that contracts make within transactions: debug_traceBlockByHash with
 * geth's callTracer, trace_block as in OpenEthereum, Erigon and Nethermind, or not at all. The two methods can number
 * frames differently if precompiled contracts are called: change this setting only after all unconfirmed deposits have
 * been credited.
 */
export type TraceKind = 'debug' | 'parity' | 'none';

/** The network's native coin, sent by a contract within a transaction. */
export interface InternalTransfer {
  readonly txid: Hex;
  /** The position in the call tree, counted from the outermost call: '0.1'. */
  readonly place: string;
  readonly from: Hex;
  readonly to: Hex;
  readonly value: bigint;
}

/** Transfers that contracts made within the transactions of a block. */
export interface BlockTraces {
  readonly transfers: readonly InternalTransfer[];
  /** Transactions that the node could not trace: their internal transfers are unknown. */
  readonly untraced: readonly Hex[];
}

/** The network allows 1024 nested calls in a transaction, so no frame is deeper than this. */
const MAX_DEPTH = 1025;

/** The result of geth's callTracer for a block: one tree of frames per transaction. */
export function readDebugTraces(value: unknown, block: EvmBlock): BlockTraces {
  const traces = list(value, 'traces');
  if (traces.length !== block.transactions.length)
    throw new NodeFault(
      `block ${block.hash} has ${block.transactions.length} transactions and ${traces.length} traces`,
    );
  const untraced: Hex[] = [];
  const transfers = block.transactions.flatMap(({ txid }, index) => {
    const trace = record(traces[index], 'trace');
    if (trace.txHash !== undefined && hash(trace.txHash, "trace's transaction") !== txid) {
      throw new NodeFault(`the trace for ${txid} belongs to another transaction`);
    }
    // An error in place of a result: the node gave up on this transaction, most likely because of its time limit.
    if (typeof trace.error !== 'string') return readDebugTrace(trace.result, txid);
    untraced.push(txid);
    return [];
  });
  return { transfers, untraced };
}

export function readDebugTrace(value: unknown, txid: Hex): InternalTransfer[] {
  return withinFrame(record(value, "trace's result"), txid, []);
}

/**
 * The transfers of a frame and of the frames within it; none if the frame failed, because then all of them are
 * reverted.
 */
function withinFrame(frame: RpcRecord, txid: Hex, place: readonly number[]): InternalTransfer[] {
  if (place.length > MAX_DEPTH) throw new NodeFault(`the trace of ${txid} is nested too deeply`);
  if (frame.error !== undefined) return [];
  const calls = frame.calls === undefined ? [] : list(frame.calls, "frame's calls");
  const within = calls.flatMap((call, index) => withinFrame(record(call, 'frame'), txid, [...place, index]));
  // The outermost frame is the transaction itself.
  return place.length === 0 ? within : [...sentByFrame(frame, txid, place), ...within];
}

/** The transfer that the frame itself makes, if any. DELEGATECALL and CALLCODE have a value, but do not move it. */
function sentByFrame(frame: RpcRecord, txid: Hex, place: readonly number[]): InternalTransfer[] {
  if (frame.type !== 'CALL' && frame.type !== 'SELFDESTRUCT') return [];
  const value = frame.value === undefined ? 0n : quantity(frame.value, "frame's value");
  if (value === 0n) return [];
  const from = address(frame.from, "frame's sender");
  return [{ txid, place: place.join('.'), from, to: address(frame.to, "frame's receiver"), value }];
}

/** The result of trace_block: a flat list in which each trace states its position in the call tree. */
export function readParityTraces(value: unknown, block: EvmBlock): InternalTransfer[] {
  const known = new Set<unknown>(block.transactions.map(({ txid }) => txid));
  const traces = list(value, 'traces').map((each) => readParityTrace(record(each, 'trace'), block));
  const ofTransactions = traces.filter((trace) => trace !== undefined);
  const stray = ofTransactions.find(({ txid }) => !known.has(txid));
  if (stray !== undefined)
    throw new NodeFault(
      `the traces of block ${block.hash} include transaction ${stray.txid}, which is not in the block`,
    );
  const failed = new Set(ofTransactions.filter((trace) => trace.failed).map(({ txid, path }) => placeKey(txid, path)));
  return ofTransactions
    .filter(({ path, value, moves }) => path.length > 0 && moves && value > 0n)
    .filter(({ txid, path }) => !isWithinFailed(failed, txid, path))
    .map(({ txid, path, from, to, value }) => ({ txid, place: path.join('.'), from, to, value }));
}

interface ParityTrace extends Omit<InternalTransfer, 'place'> {
  readonly path: readonly number[];
  readonly failed: boolean;
  readonly moves: boolean;
}

/** Undefined if the trace belongs to no transaction (the block reward). */
function readParityTrace(trace: RpcRecord, block: EvmBlock): ParityTrace | undefined {
  if (hash(trace.blockHash, "trace's block") !== block.hash)
    throw new NodeFault(`a trace of block ${block.hash} belongs to another block`);
  if (trace.transactionHash === null || trace.transactionHash === undefined) return undefined;
  const action = record(trace.action, "trace's action");
  const common = {
    txid: hash(trace.transactionHash, "trace's transaction"),
    path: list(trace.traceAddress, "trace's place").map(placeNumber),
    failed: trace.error !== undefined && trace.error !== null,
  };
  if (trace.type === 'suicide') {
    const to = address(action.refundAddress, "trace's receiver");
    const from = address(action.address, "trace's sender");
    return { ...common, moves: true, from, to, value: quantity(action.balance, "trace's value") };
  }
  const from = address(action.from, "trace's sender");
  if (trace.type !== 'call') return { ...common, moves: false, from, to: from, value: 0n };
  const to = address(action.to, "trace's receiver");
  return { ...common, moves: action.callType === 'call', from, to, value: quantity(action.value, "trace's value") };
}

/** Some nodes write positions in the call tree as JSON numbers, others as hexadecimal quantities. */
function placeNumber(value: unknown): number {
  return Number.isSafeInteger(value) ? Number(value) : count(value, "trace's place");
}

function isWithinFailed(failed: ReadonlySet<string>, txid: Hex, path: readonly number[]): boolean {
  return Array.from({ length: path.length + 1 }, (_, depth) => placeKey(txid, path.slice(0, depth))).some((key) =>
    failed.has(key),
  );
}

function placeKey(txid: Hex, path: readonly number[]): string {
  return `${txid}/${path.join('.')}`;
}
