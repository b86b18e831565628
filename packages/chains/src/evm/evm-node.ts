import type { Hex } from 'viem';
import { numberToHex } from 'viem/utils';
import { InsufficientFunds, NodeFault, NodeUnreachable, WouldFail } from '../chain-errors.ts';
import { type NodeAccess, ResponseTooLate, ResponseTooLong } from '../node-http.ts';
import {
  type EvmBlock,
  type EvmHeader,
  type EvmReceipt,
  type EvmTransaction,
  expectReceiptOf,
  readBlock,
  readHeader,
  readReceipt,
  readReceipts,
  readTransaction,
} from './evm-block.ts';
import { type FeeStyle, type GasMarket, least, legacyMarket, marketOf1559 } from './evm-fees.ts';
import {
  type BlockTraces,
  type InternalTransfer,
  readDebugTrace,
  readDebugTraces,
  readParityTraces,
  type TraceKind,
} from './evm-traces.ts';
import { TRANSFER_TOPIC } from './evm-transfers.ts';
import { JsonRpc, RpcRefusal } from './json-rpc.ts';
import { count, data, hash, list, quantity, record } from './rpc-values.ts';

/** How often the node's network is checked again, because the host name may resolve to a different node later. */
const CHAIN_ID_EVERY_MS = 5 * 60_000;

export interface EvmCall {
  readonly from: string;
  readonly to: Hex;
  readonly value: bigint;
  readonly data: Hex;
}

/** A node of one network, with its responses converted to our types. Throws NodeUnreachable and NodeFault. */
export class EvmNode {
  readonly #rpc: JsonRpc;
  readonly #chainId: number;
  #contact: Promise<void> | undefined;
  #contactAtMs = 0;
  #hasBlockReceipts = true;

  constructor(access: NodeAccess, chainId: number) {
    this.#rpc = new JsonRpc(access);
    this.#chainId = chainId;
  }

  /** The newest block. */
  async newest(): Promise<EvmHeader> {
    return readHeader(await this.#ask('eth_getBlockByNumber', ['latest', false]));
  }

  /** The block at this height; undefined if the node has none. */
  async headerAt(height: number): Promise<EvmHeader | undefined> {
    const found = await this.#ask('eth_getBlockByNumber', [numberToHex(height), false]);
    return found === null ? undefined : atHeight(readHeader(found), height);
  }

  async headerOf(blockHash: Hex): Promise<EvmHeader | undefined> {
    const found = await this.#ask('eth_getBlockByHash', [blockHash, false]);
    if (found === null) return undefined;
    const header = readHeader(found);
    if (header.hash !== blockHash)
      throw new NodeFault(`requested block ${blockHash}, but the node returned ${header.hash}`);
    return header;
  }

  async blockAt(height: number): Promise<EvmBlock | undefined> {
    const found = await this.#ask('eth_getBlockByNumber', [numberToHex(height), true]);
    return found === null ? undefined : atHeight(readBlock(found), height);
  }

  /**
   * All receipts of a block, in order; undefined if the node cannot return them in one response, or if the receipts are
   * too large.
   */
  async receiptsOfBlock(block: EvmBlock): Promise<EvmReceipt[] | undefined> {
    if (!this.#hasBlockReceipts) return undefined;
    try {
      return readReceipts(await this.#ask('eth_getBlockReceipts', [block.hash]), block);
    } catch (error) {
      if (error instanceof UnknownMethod) this.#hasBlockReceipts = false;
      else if (!(error instanceof ResponseTooLong)) throw error;
      return undefined;
    }
  }

  /** The receipt of a transaction in this block. */
  async receiptIn(block: EvmBlock, txid: Hex): Promise<EvmReceipt> {
    const receipt = readReceipt(await this.#ask('eth_getTransactionReceipt', [txid]));
    expectReceiptOf(receipt, block, txid);
    return receipt;
  }

  /** The transactions of a block that have Transfer logs of these contracts. */
  async transactionsWithTransfers(block: EvmBlock, contracts: readonly string[]): Promise<Set<Hex>> {
    const filter = { blockHash: block.hash, address: contracts, topics: [TRANSFER_TOPIC] };
    const logs = list(await this.#ask('eth_getLogs', [filter]), 'logs');
    return new Set(logs.map((log) => hash(record(log, 'log').transactionHash, "log's transaction")));
  }

  /**
   * The transfers that contracts made within the transactions of a block. If the trace of the block exceeds a limit of
   * size or time, which anybody can cause with one transaction, the block is traced transaction by transaction: we then
   * know which transactions cannot be traced, and the others are not delayed.
   */
  async traces(block: EvmBlock, kind: TraceKind): Promise<BlockTraces> {
    if (kind === 'none' || block.transactions.length === 0) return { transfers: [], untraced: [] };
    try {
      return await this.#blockTraces(block, kind);
    } catch (error) {
      if (!isTooMuch(error)) throw error;
      return await this.#tracesOneByOne(block, kind);
    }
  }

  async #blockTraces(block: EvmBlock, kind: TraceKind): Promise<BlockTraces> {
    if (kind === 'debug') {
      return readDebugTraces(await this.#ask('debug_traceBlockByHash', [block.hash, callTracer]), block);
    }
    const traces = await this.#ask('trace_block', [numberToHex(block.height)]);
    return { transfers: readParityTraces(traces, block), untraced: [] };
  }

  async #tracesOneByOne(block: EvmBlock, kind: TraceKind): Promise<BlockTraces> {
    const transfers: InternalTransfer[] = [];
    const untraced: Hex[] = [];
    for (const { txid } of block.transactions) {
      try {
        transfers.push(...(await this.#trace(block, txid, kind)));
      } catch (error) {
        if (!isTooMuch(error)) throw error;
        untraced.push(txid);
      }
    }
    // A node that no longer has the block cannot trace it.
    if ((await this.headerAt(block.height))?.hash !== block.hash)
      throw new NodeFault(`block ${block.hash} is no longer on the chain`);
    return { transfers, untraced };
  }

  async #trace(block: EvmBlock, txid: Hex, kind: TraceKind): Promise<InternalTransfer[]> {
    return kind === 'debug'
      ? readDebugTrace(await this.#ask('debug_traceTransaction', [txid, callTracer]), txid)
      : readParityTraces(await this.#ask('trace_transaction', [txid]), block);
  }

  async transaction(txid: string): Promise<EvmTransaction | undefined> {
    const found = await this.#ask('eth_getTransactionByHash', [txid]);
    if (found === null) return undefined;
    const transaction = readTransaction(found);
    if (transaction.txid !== txid)
      throw new NodeFault(`requested transaction ${txid}, but the node returned ${transaction.txid}`);
    return transaction;
  }

  async receipt(txid: string): Promise<EvmReceipt | undefined> {
    const found = await this.#ask('eth_getTransactionReceipt', [txid]);
    if (found === null) return undefined;
    const receipt = readReceipt(found);
    if (receipt.txid !== txid)
      throw new NodeFault(`requested the receipt of ${txid}, but the node returned that of ${receipt.txid}`);
    return receipt;
  }

  async balance(owner: string): Promise<bigint> {
    return quantity(await this.#ask('eth_getBalance', [owner, 'latest']), 'balance');
  }

  async tokenBalance(contract: string, owner: string): Promise<bigint> {
    return await this.#tokenBalance(contract, owner, 'latest');
  }

  /** The lower of two balances: the one as of the newest block, and the one that includes pending transactions. */
  async spendable(contract: string | undefined, owner: string): Promise<bigint> {
    const [now, then] = await Promise.all(
      ['latest', 'pending'].map(async (at) =>
        contract === undefined
          ? quantity(await this.#ask('eth_getBalance', [owner, at]), 'balance')
          : await this.#tokenBalance(contract, owner, at),
      ),
    );
    return least(now ?? 0n, then ?? 0n);
  }

  /**
   * The number of this sender's transactions in blocks, and the next unused nonce, which also counts pending
   * transactions.
   */
  async nonces(sender: string): Promise<{ readonly included: number; readonly next: number }> {
    const [included, waiting] = await Promise.all(
      ['latest', 'pending'].map(async (at) => count(await this.#ask('eth_getTransactionCount', [sender, at]), 'nonce')),
    );
    return { included: included ?? 0, next: Math.max(included ?? 0, waiting ?? 0) };
  }

  async gasMarket(style: FeeStyle): Promise<GasMarket> {
    if (style === 'legacy') return legacyMarket(quantity(await this.#ask('eth_gasPrice', []), 'gas price'));
    const [{ baseFee }, tip] = await Promise.all([this.newest(), this.#ask('eth_maxPriorityFeePerGas', [])]);
    if (baseFee === undefined) throw new NodeFault('the network has no base fee: EIP-1559 is not active');
    return marketOf1559(baseFee, quantity(tip, 'priority fee'));
  }

  /**
   * The gas that a call would take now. Throws WouldFail if the call would fail, if a token would return false, or if
   * it would take more gas than `most`: the node runs the call with no more gas than that, because code at the
   * receiver's address could otherwise keep the node computing up to its own limits.
   */
  async gasOf({ from, to, value, data: input }: EvmCall, most: bigint): Promise<bigint> {
    const call = { from, to, value: numberToHex(value), data: input, gas: numberToHex(most) };
    try {
      const [answer, gas] = await Promise.all([
        this.#ask('eth_call', [call, 'latest']),
        this.#ask('eth_estimateGas', [call]),
      ]);
      // Some tokens return nothing, some return true. False is a refusal.
      if (input !== '0x' && /^0x0{64}$/.test(data(answer, "call's response")))
        throw new WouldFail('the token contract returned false');
      return quantity(gas, 'gas');
    } catch (error) {
      // Executing the call may take too long although the node responds to other requests in time, so the node is not
      // considered unreachable.
      if (error instanceof ResponseTooLate) throw new NodeFault('the node did not execute the call in time');
      throw error instanceof RpcRefusal ? refusedCall(error) : error;
    }
  }

  /** Broadcasts a signed transaction. Throws RpcRefusal if the node does not accept it. */
  async send(bytes: Hex): Promise<void> {
    await this.#ask('eth_sendRawTransaction', [bytes]);
  }

  async #tokenBalance(contract: string, owner: string, at: string): Promise<bigint> {
    // The selector of balanceOf(address).
    const input = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`;
    const call = this.#ask('eth_call', [{ to: contract, data: input }, at]).catch((error: unknown) => {
      // A token has no reason to refuse this call, so the node probably lacks the state or is overloaded.
      throw error instanceof RpcRefusal
        ? new NodeFault(`the balance query to ${contract} failed: ${error.message}`)
        : error;
    });
    const answer = data(await call, 'token balance');
    if (answer.length !== 66)
      throw new NodeFault(`${contract} did not return a balance: it may not be a token contract of this network`);
    return BigInt(answer);
  }

  async #ask(method: string, parameters: readonly unknown[]): Promise<unknown> {
    await this.#knowNetwork();
    try {
      return await this.#rpc.call(method, parameters);
    } catch (error) {
      // After an outage, a different node may respond, so the node's network is checked again before the next call.
      if (error instanceof NodeUnreachable) this.#contact = undefined;
      throw error instanceof RpcRefusal ? refused(method, error) : error;
    }
  }

  /** Waits until the node has proven that it is on our network; no other call is sent before that. */
  async #knowNetwork(): Promise<void> {
    const nowMs = performance.now();
    if (this.#contact === undefined || nowMs - this.#contactAtMs > CHAIN_ID_EVERY_MS) {
      this.#contactAtMs = nowMs;
      this.#contact = this.#checkNetwork();
    }
    const contact = this.#contact;
    try {
      await contact;
    } catch (error) {
      if (this.#contact === contact) this.#contact = undefined;
      throw error;
    }
  }

  async #checkNetwork(): Promise<void> {
    let answer: unknown;
    try {
      answer = await this.#rpc.call('eth_chainId', []);
    } catch (error) {
      throw error instanceof RpcRefusal ? refused('eth_chainId', error) : error;
    }
    const chainId = count(answer, 'chain id');
    if (chainId !== this.#chainId) throw new NodeFault(`the node is on chain ${chainId}, not on ${this.#chainId}`);
  }
}

const callTracer = { tracer: 'callTracer' };

/** The node lacks an optional method. */
class UnknownMethod extends NodeFault {}

/** The node has the method, but refuses the call. */
class Refused extends NodeFault {}

function isTooMuch(error: unknown): boolean {
  return error instanceof ResponseTooLong || error instanceof ResponseTooLate || error instanceof Refused;
}

/** Methods that a healthy node may refuse; callers interpret the refusal. */
const refusable = new Set(['eth_sendRawTransaction', 'eth_estimateGas', 'eth_call']);

function refused(method: string, refusal: RpcRefusal): Error {
  if (refusable.has(method)) return refusal;
  const message = `the node refuses ${method}: ${refusal.message}`;
  return refusal.isUnknownMethod ? new UnknownMethod(message) : new Refused(message);
}

function refusedCall({ code, message }: RpcRefusal): Error {
  const failed = new WouldFail(message);
  // 3 is the code with which geth and most other nodes report an execution that reverted. The rest of the message then
  // comes from the contract, so it is not searched for the node's own errors.
  if (code === 3 || /revert/i.test(message)) return failed;
  // The node's own time limit has ended the call ('execution aborted (timeout = 5s)').
  if (/time[d ]{0,2}out/i.test(message)) return new NodeFault(message);
  if (/insufficient (funds|balance)/i.test(message)) return new InsufficientFunds(message);
  const isExecution = /invalid opcode|out ?of ?gas|gas required exceeds|stack|execution/i.test(message);
  return isExecution ? failed : new NodeFault(message);
}

function atHeight<Header extends EvmHeader>(header: Header, height: number): Header {
  if (header.height !== height)
    throw new NodeFault(`requested block ${height}, but the node returned ${header.height}`);
  return header;
}
