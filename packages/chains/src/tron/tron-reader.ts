import { bytesToHex } from '@noble/hashes/utils.js';
import type { BlockRef, ChainBlock, ChainCoin, ChainReader, ChainTransfer, TransactionStatus } from '../chain.ts';
import { NodeFault, NodeUnreachable } from '../chain-errors.ts';
import { nodeText } from '../node-http.ts';
import { decodeTransferCall, encodeBalanceCall } from './trc20.ts';
import { addressHex } from './tron-address.ts';
import {
  readBlock,
  readHeader,
  readTransaction,
  type TronBlock,
  type TronHeader,
  type TronTransaction,
} from './tron-block.ts';
import { hexIn, integerIn, listIn, objectIn, type TronNode, type TronResponse, textIn } from './tron-node.ts';
import { hasSucceeded, matchResults, readResult, type TronResult, transferLogs } from './tron-result.ts';
import { decodeRaw, readTransfer } from './tron-transaction.ts';

/**
 * The depth below the head at which a block counts as final: by then, 19 of the 27 producers, who take turns, have
 * built on it.
 */
export const FINAL_DEPTH = 20;

export interface ConstantCall {
  readonly energy: bigint;
  /** Hexadecimal; undefined if the call was reverted. */
  readonly result: string | undefined;
  readonly message: string;
}

/**
 * Reads TRON through one full node. TRC20 movements are the Transfer logs of the listed contracts, regardless of who
 * called them and how. TRX counts only if a transaction itself transfers it: transfers by contracts (internal
 * transactions) are in no block, and nodes need not store them.
 */
export class TronReader implements ChainReader {
  readonly network = 'TRC20';
  readonly coins: readonly ChainCoin[];
  readonly #node: TronNode;
  readonly #genesisHash: string;
  readonly #tokens: ReadonlyMap<string, ChainCoin>;
  /** TRX. */
  readonly native: ChainCoin;
  #isOurNetwork = false;
  /** The height of the newest block seen so far. */
  #highest = 0;

  constructor(node: TronNode, genesisHash: string, coins: readonly ChainCoin[]) {
    this.#node = node;
    this.#genesisHash = genesisHash;
    this.coins = coins;
    this.#tokens = new Map(coins.flatMap((coin) => (coin.contract === undefined ? [] : [[coin.contract, coin]])));
    const native = coins.find(({ contract }) => contract === undefined);
    if (native === undefined) throw new RangeError("TRX is not among the network's coins");
    this.native = native;
  }

  async head(): Promise<BlockRef> {
    const { height, hash } = await this.newest();
    return { height, hash };
  }

  async block(height: number, isOurs: (address: string) => boolean): Promise<ChainBlock | undefined> {
    const block = await this.#blockAt(height);
    if (block === undefined) return undefined;
    const results = matchResults(block, await this.#results(block));
    const transfers = block.transactions.flatMap((transaction, index) => {
      const result = results[index];
      if (result === undefined) return [];
      const ours = this.#transfers(transaction, result).filter(({ to, amount }) => amount > 0n && isOurs(to));
      return ours.length > 0 && hasSucceeded(transaction, result) ? ours : [];
    });
    return { height, hash: block.hash, parentHash: block.parentHash, timeMs: block.timeMs, transfers };
  }

  async hashAt(height: number): Promise<string | undefined> {
    return (await this.headerAt(height))?.hash;
  }

  async transaction(txid: string): Promise<TransactionStatus> {
    await this.#checkNetwork();
    const answer = await this.#node.ask('gettransactioninfobyid', { value: txid });
    if (Object.keys(answer).length === 0) return await this.#notIncluded(txid);
    const result = readResult(answer);
    const block = await this.#blockAt(result.height);
    const transaction = block?.transactions.find((candidate) => candidate.txid === txid);
    if (result.txid !== txid || block === undefined || transaction === undefined) {
      throw new NodeFault(`the node reports transaction ${txid} in block ${result.height}, which does not contain it`);
    }
    const succeeded = hasSucceeded(transaction, result) && this.#hasMoved(transaction, result);
    return { kind: 'included', block: { height: block.height, hash: block.hash }, succeeded, fee: result.feeSun };
  }

  async balance(code: string, address: string): Promise<bigint> {
    await this.#checkNetwork();
    const { contract } = this.coin(code);
    return contract === undefined ? this.balanceSun(address) : this.#tokenBalance(contract, address);
  }

  coin(code: string): ChainCoin {
    const coin = this.coins.find((candidate) => candidate.coin === code);
    if (coin === undefined) throw new RangeError(`${code} is not a coin on ${this.network}`);
    return coin;
  }

  async newest(): Promise<TronHeader> {
    await this.#checkNetwork();
    const header = readHeader(await this.#node.ask('getblock', { detail: false }));
    if (header === undefined) throw new NodeFault('the node returned no latest block');
    this.#highest = Math.max(this.#highest, header.height);
    return header;
  }

  async headerAt(height: number): Promise<TronHeader | undefined> {
    return ofHeight(height, readHeader(await this.#block(height, false)));
  }

  /** In sun. An address that never received TRX has no account, so its balance is zero. */
  async balanceSun(address: string): Promise<bigint> {
    return BigInt(integerIn(await this.#account(address), 'balance'));
  }

  async hasAccount(address: string): Promise<boolean> {
    return Object.keys(await this.#account(address)).length > 0;
  }

  /** The result and energy of calling a contract now, without a transaction. */
  async call(owner: string, contract: string, data: Uint8Array): Promise<ConstantCall> {
    const answer = await this.#node.ask('triggerconstantcontract', {
      owner_address: addressHex(owner),
      contract_address: addressHex(contract),
      data: bytesToHex(data),
    });
    const status = objectIn(answer, 'result');
    const message = nodeText(textIn(status, 'message') ?? '');
    if (status.result !== true) throw new NodeFault(`the node did not execute the call to ${contract}: ${message}`);
    const [end] = listIn(objectIn(answer, 'transaction'), 'ret');
    const [result] = Array.isArray(answer.constant_result) ? answer.constant_result : [];
    return {
      energy: BigInt(integerIn(answer, 'energy_used')),
      result: end?.ret === 'FAILED' ? undefined : hexIn({ constant_result: result }, 'constant_result'),
      message,
    };
  }

  async #blockAt(height: number): Promise<TronBlock | undefined> {
    return ofHeight(height, readBlock(await this.#block(height, true)));
  }

  async #block(height: number, detail: boolean): Promise<TronResponse> {
    await this.#checkNetwork();
    return await this.#node.ask('getblock', { id_or_num: String(height), detail });
  }

  async #account(address: string): Promise<TronResponse> {
    const account = await this.#node.ask('getaccount', { address: addressHex(address) });
    if (Object.keys(account).length > 0 && hexIn(account, 'address') !== addressHex(address)) {
      throw new NodeFault(`requested account ${address}, but the node returned another account`);
    }
    return account;
  }

  async #tokenBalance(contract: string, address: string): Promise<bigint> {
    const { result, message } = await this.call(address, contract, encodeBalanceCall(address));
    if (result?.length !== 64)
      throw new NodeFault(`the query to ${contract} for the balance of ${address} failed: ${message}`);
    return BigInt(`0x${result}`);
  }

  async #results(block: TronBlock): Promise<readonly TronResult[]> {
    if (block.transactions.length === 0) return [];
    return (await this.#node.askForList('gettransactioninfobyblocknum', { num: block.height })).map(readResult);
  }

  /**
   * The status of a transaction that is in no block of the node: in its pool, or unknown. Throws NodeUnreachable if the
   * node lags by more than the final depth, which is possible because a host name may resolve to several nodes: such a
   * node cannot prove that a transaction was never included, because another node may have it in a block.
   */
  async #notIncluded(txid: string): Promise<TransactionStatus> {
    if (await this.#isPending(txid)) return { kind: 'waiting' };
    const highest = this.#highest;
    const { height } = await this.newest();
    if (height < highest - FINAL_DEPTH) throw new NodeUnreachable(`the node is ${highest - height} blocks behind`);
    return { kind: 'unknown' };
  }

  async #isPending(txid: string): Promise<boolean> {
    const answer = await this.#node.ask('gettransactionfrompending', { value: txid });
    if (Object.keys(answer).length === 0) return false;
    if (readTransaction(answer).txid !== txid)
      throw new NodeFault(`requested ${txid}, but the node returned another transaction`);
    return true;
  }

  #transfers(transaction: TronTransaction, result: TronResult): readonly ChainTransfer[] {
    const { txid } = transaction;
    const transfer = readTransfer(transaction.rawData);
    if (transfer !== undefined) {
      const { owner: from, to, amount } = transfer;
      return [{ txid, output: 'native', coin: this.native.coin, to, from, amount }];
    }
    return transferLogs(result).flatMap(({ index, contract, from, to, amount }) => {
      const token = this.#tokens.get(contract);
      // A transaction without a contract call has no logs, and only a call that completed reports success.
      if (token === undefined || result.contractResult !== 'SUCCESS') return [];
      return [{ txid, output: `log:${index}`, coin: token.coin, to, from, amount }];
    });
  }

  /**
   * Whether a transaction has moved something, if it is a call of a token's `transfer`; true for other transactions.
   * Such a call may succeed without moving anything, in which case the token records no Transfer event. The call's
   * return value means nothing: Tether's contract returns false even after a completed transfer.
   */
  #hasMoved(transaction: TronTransaction, result: TronResult): boolean {
    const contract = decodeRaw(transaction.rawData)?.contract;
    if (contract?.kind !== 'trigger') return true;
    const call = decodeTransferCall(contract.data);
    if (call === undefined) return true;
    return transferLogs(result).some(
      (log) => log.contract === contract.contract && log.from === contract.owner && log.to === call.to,
    );
  }

  /** Checks that the node is on our network, which is identified by its first block. */
  async #checkNetwork(): Promise<void> {
    if (this.#isOurNetwork) return;
    const hash = hexIn(await this.#node.ask('getblock', { id_or_num: '0', detail: false }), 'blockID');
    if (hash !== this.#genesisHash) throw new NodeFault(`the node is on another network, whose first block is ${hash}`);
    this.#isOurNetwork = true;
  }
}

function ofHeight<B extends TronHeader>(height: number, block: B | undefined): B | undefined {
  if (block !== undefined && block.height !== height) {
    throw new NodeFault(`requested block ${height}, but the node returned ${block.height}`);
  }
  return block;
}
