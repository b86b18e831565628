import type { BlockRef } from '../chain.ts';
import { NodeFault, NodeUnreachable } from '../chain-errors.ts';
import { askNode, type NodeAccess, nodeText, parseResponse } from '../node-http.ts';
import { asksToWait } from '../node-limits.ts';
import {
  booleanOf,
  fieldsOf,
  hashOf,
  hexBytesOf,
  listOf,
  positiveOf,
  satoshisOf,
  textOf,
  wholeNumberOf,
} from './answers.ts';
import {
  type BitcoinNode,
  type FoundTransaction,
  mostResponseBytes,
  type Outpoint,
  type UnspentOutput,
} from './bitcoin-node.ts';
import { outpointOf, parseTransaction } from './transaction-bytes.ts';

/** Access to the node; the `authorization` header carries the user name and password of its JSON-RPC ('Basic …'). */
export interface BitcoindSettings extends NodeAccess {
  /** The watch-only wallet that is created on the node to track our unspent outputs. */
  readonly wallet?: string;
  /** The time limit for a scan of all unspent outputs, which takes minutes on mainnet. */
  readonly scanTimeoutMs?: number;
}

/** bitcoind's error codes (its src/rpc/protocol.h). */
const rpcErrors = {
  misc: -1,
  notFound: -5,
  invalidParameter: -8,
  walletNotFound: -18,
  inWarmup: -28,
  walletLoaded: -35,
} as const;

class RpcError extends NodeFault {
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${nodeText(message)}`);
    this.code = code;
  }
}

/**
 * Bitcoin Core (version 25 or later, with txindex=1) over JSON-RPC. It tracks our outputs in a descriptor wallet
 * without private keys; an address is added to that wallet when it is first queried, after one scan for its outputs.
 */
export class BitcoindNode implements BitcoinNode {
  readonly #access: NodeAccess;
  readonly #wallet: string;
  readonly #scanTimeoutMs: number;
  readonly #watched = new Set<string>();
  /** Scans and imports run one after another, as the node requires. */
  #lastImport: Promise<unknown> = Promise.resolve();

  constructor({ wallet = 'vitrine-watch', scanTimeoutMs = 900_000, ...access }: BitcoindSettings) {
    this.#access = { maxResponseBytes: mostResponseBytes, ...access, url: access.url.replace(/\/$/, '') };
    this.#wallet = wallet;
    this.#scanTimeoutMs = scanTimeoutMs;
  }

  async head(): Promise<BlockRef> {
    const { blocks, bestblockhash } = fieldsOf(await this.#call('getblockchaininfo', []));
    return { height: wholeNumberOf(blocks), hash: hashOf(bestblockhash) };
  }

  async blockHash(height: number): Promise<string | undefined> {
    const hash = await this.#unless(rpcErrors.invalidParameter, this.#call('getblockhash', [height]));
    return hash === undefined ? undefined : hashOf(hash);
  }

  async blockBytes(hash: string): Promise<Uint8Array> {
    return hexBytesOf(await this.#call('getblock', [hash, 0]));
  }

  async transaction(txid: string): Promise<FoundTransaction | undefined> {
    const found = await this.#lookUp(txid);
    if (found === undefined) return undefined;
    const bytes = hexBytesOf(found.hex);
    if (found.blockhash === undefined) return { bytes, block: undefined };
    const header = fieldsOf(await this.#call('getblockheader', [hashOf(found.blockhash)]));
    // A block that is no longer in the main chain, but still in the node's index, has -1 confirmations.
    if (typeof header.confirmations !== 'number' || header.confirmations < 1) return undefined;
    return { bytes, block: { hash: hashOf(header.hash), height: wholeNumberOf(header.height) } };
  }

  async unspent(address: string): Promise<readonly UnspentOutput[]> {
    return (await this.#listUnspent(address, 0)).map(({ txid, vout, amount, confirmations }) => ({
      txid: hashOf(txid),
      index: wholeNumberOf(vout),
      amount: satoshisOf(amount),
      confirmations: wholeNumberOf(confirmations),
    }));
  }

  async balance(address: string): Promise<bigint> {
    const untouched = (await this.#listUnspent(address, 1)).map(({ amount }) => satoshisOf(amount));
    const spentOutside = await this.#spentOutsideBlocks(address);
    return [...untouched, ...spentOutside].reduce((sum, amount) => sum + amount, 0n);
  }

  async isSpentInBlock({ txid, index }: Outpoint): Promise<boolean> {
    const found = await this.transaction(txid);
    if (found?.block === undefined) return false;
    return (await this.#call('gettxout', [txid, index, false])) === null;
  }

  async feeRate(blocks: number): Promise<number | undefined> {
    // Bitcoins per 1000 virtual bytes; missing if the node has seen too few blocks for an estimate.
    const { feerate } = fieldsOf(await this.#call('estimatesmartfee', [blocks]));
    return feerate === undefined ? undefined : Math.ceil(positiveOf(feerate) * 1e8);
  }

  async send(hex: string): Promise<string | undefined> {
    try {
      // We limit the fee ourselves, so the node's own limit is disabled (0).
      hashOf(await this.#call('sendrawtransaction', [hex, 0]));
      return undefined;
    } catch (error) {
      if (error instanceof RpcError) return error.message;
      throw error;
    }
  }

  async #lookUp(txid: string): Promise<Readonly<Record<string, unknown>> | undefined> {
    try {
      return fieldsOf(await this.#call('getrawtransaction', [txid, true]));
    } catch (error) {
      // If the node has no complete transaction index, it returns 'no such mempool transaction', which proves nothing.
      const isNowhere = error instanceof RpcError && error.code === rpcErrors.notFound;
      if (isNowhere && /no such mempool or blockchain transaction/i.test(error.message)) return undefined;
      throw error;
    }
  }

  async #listUnspent(
    address: string,
    leastConfirmations: number,
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    await this.#watch(address);
    const found = await this.#callWallet('listunspent', [leastConfirmations, 9_999_999, [address], true]);
    return listOf(found).map(fieldsOf);
  }

  /**
   * The amounts of confirmed outputs that the wallet no longer lists, because our own unconfirmed transactions spend
   * them. The wallet stores those transactions, including replaced ones, even if the pool has dropped them.
   */
  async #spentOutsideBlocks(address: string): Promise<bigint[]> {
    const { bestblockhash } = fieldsOf(await this.#call('getblockchaininfo', []));
    const { transactions } = fieldsOf(await this.#callWallet('listsinceblock', [hashOf(bestblockhash)]));
    const waiting = listOf(transactions)
      .map(fieldsOf)
      .filter(({ category, confirmations }) => category === 'send' && confirmations === 0)
      .map(({ txid }) => hashOf(txid));
    const spent = new Map<string, Outpoint>();
    for (const txid of new Set(waiting)) {
      const { hex } = fieldsOf(await this.#callWallet('gettransaction', [txid]));
      for (const outpoint of outpointsSpentBy(hexBytesOf(hex)))
        spent.set(`${outpoint.txid}:${outpoint.index}`, outpoint);
    }
    const amounts: bigint[] = [];
    for (const outpoint of spent.values()) amounts.push(...(await this.#amountInBlock(outpoint, address)));
    return amounts;
  }

  /**
   * The amount of this output if it is in a block, is not spent by a transaction in a block and pays to the address;
   * otherwise empty.
   */
  async #amountInBlock({ txid, index }: Outpoint, address: string): Promise<bigint[]> {
    const output = await this.#call('gettxout', [txid, index, false]);
    if (output === null) return [];
    const { value, scriptPubKey } = fieldsOf(output);
    return fieldsOf(scriptPubKey).address === address ? [satoshisOf(value)] : [];
  }

  /** Adds the address to the wallet, which tracks its outputs from then on. */
  async #watch(address: string): Promise<void> {
    if (this.#watched.has(address)) return;
    const mine = this.#lastImport.catch(() => undefined).then(() => this.#import(address));
    this.#lastImport = mine;
    await mine;
    this.#watched.add(address);
  }

  async #import(address: string): Promise<void> {
    await this.#openWallet();
    const { ismine } = fieldsOf(await this.#callWallet('getaddressinfo', [address]));
    if (booleanOf(ismine)) return;
    const descriptor = textOf(fieldsOf(await this.#call('getdescriptorinfo', [`addr(${address})`])).descriptor);
    const timestamp = await this.#firstUseOf(descriptor);
    const requests = [{ desc: descriptor, timestamp }];
    const answer = await this.#callWallet('importdescriptors', [requests], this.#scanTimeoutMs);
    const { success } = fieldsOf(listOf(answer)[0]);
    if (!booleanOf(success)) throw new NodeFault(`the node's wallet does not accept ${address}`);
  }

  /** The time of the earliest block that must be scanned to find the address's unspent outputs. */
  async #firstUseOf(descriptor: string): Promise<number | 'now'> {
    const found = await this.#call('scantxoutset', ['start', [descriptor]], this.#scanTimeoutMs);
    const { success, unspents } = fieldsOf(found);
    if (!booleanOf(success)) throw new NodeUnreachable('the node aborted its wallet scan');
    const heights = listOf(unspents).map((unspent) => wholeNumberOf(fieldsOf(unspent).height));
    if (heights.length === 0) return 'now';
    const hash = hashOf(await this.#call('getblockhash', [Math.min(...heights)]));
    return wholeNumberOf(fieldsOf(await this.#call('getblockheader', [hash])).time);
  }

  async #openWallet(): Promise<void> {
    const wallet = this.#wallet;
    if (listOf(await this.#call('listwallets', [])).includes(wallet)) return;
    try {
      await this.#unless(rpcErrors.walletLoaded, this.#call('loadwallet', [wallet, true]));
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== rpcErrors.walletNotFound) throw error;
      // The arguments mean: no private keys, blank, no passphrase, address reuse allowed, descriptors, loaded at every
      // start.
      await this.#call('createwallet', [wallet, true, true, '', false, true, true]);
    }
  }

  /** The result of the call, or undefined if it fails with this code. */
  async #unless(code: number, call: Promise<unknown>): Promise<unknown> {
    try {
      return await call;
    } catch (error) {
      if (error instanceof RpcError && error.code === code) return undefined;
      throw error;
    }
  }

  async #callWallet(method: string, params: readonly unknown[], timeoutMs?: number): Promise<unknown> {
    try {
      return await this.#call(method, params, timeoutMs, `/wallet/${encodeURIComponent(this.#wallet)}`);
    } catch (error) {
      if (!(error instanceof RpcError) || error.code !== rpcErrors.walletNotFound) throw error;
      // The node no longer has the wallet loaded. This call fails, but the next one loads the wallet again, or creates
      // a new one.
      this.#watched.clear();
      throw new NodeUnreachable("the node's wallet is not loaded", { cause: error });
    }
  }

  async #call(
    method: string,
    params: readonly unknown[],
    timeoutMs = this.#access.timeoutMs,
    path = '/',
  ): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '1.0', id: 'vitrine', method, params });
    const access = timeoutMs === undefined ? this.#access : { ...this.#access, timeoutMs };
    const { status, text } = await askNode(access, { method: 'POST', path, body });
    if (status === 401 || status === 403) throw new NodeFault('the node rejects our user name and password');
    const { result, error } = fieldsOf(parseResponse(text));
    if (error !== null && error !== undefined) throw rpcError(method, fieldsOf(error));
    if (status !== 200 || result === undefined) throw new NodeFault(`${method}: the node returned HTTP ${status}`);
    return result;
  }
}

function outpointsSpentBy(bytes: Uint8Array): Outpoint[] {
  try {
    return parseTransaction(bytes).inputs.map(outpointOf);
  } catch (error) {
    throw new NodeFault("the node's wallet contains an invalid transaction", { cause: error });
  }
}

function rpcError(method: string, { code, message }: Readonly<Record<string, unknown>>): Error {
  if (code === rpcErrors.inWarmup) return new NodeUnreachable('the node is starting');
  if (asksToWait(Number(code), textOf(message))) return new NodeUnreachable('the node is rate limiting us');
  return new RpcError(method, typeof code === 'number' ? code : rpcErrors.misc, textOf(message));
}
