import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils.js';
import type {
  AddressFormat,
  BlockRef,
  Chain,
  ChainBlock,
  ChainCoin,
  ChainSpend,
  ChainTransfer,
  Movement,
  Network,
  Payment,
  PaymentBounds,
  SignedTransaction,
  SourceOf,
  SweepBounds,
  TransactionStatus,
  UnsignedTransaction,
} from '../chain.ts';
import { FeeTooHigh, InsufficientFunds, NodeFault, Rejected } from '../chain-errors.ts';
import { countedOn } from '../settled.ts';
import {
  Accounts,
  blockHash,
  type SimulatedAccounts,
  type SimulatedBlock,
  type SimulatedOutput,
  type SimulatedTransaction,
} from './simulated-blocks.ts';
import { decodeOrder, encodeOrder, nonceClaim, readSigned, txidOf } from './simulated-transaction.ts';

/** The complete state of a simulated network; stored as JSON. */
export interface SavedChain {
  /** The state before the oldest stored block. */
  readonly base: BlockRef & { readonly accounts: SimulatedAccounts };
  readonly blocks: readonly SimulatedBlock[];
  readonly pool: readonly SimulatedTransaction[];
}

export interface SimulatedChainParts {
  readonly network: Network;
  readonly coins: readonly ChainCoin[];
  readonly addresses: AddressFormat;
  /** Extended public key of the deposit addresses. */
  readonly xpub: string;
  readonly hotAddress: string;
  /** The initial balances of the hot wallet, in coins' smallest units. */
  readonly premine: Readonly<Record<string, bigint>>;
  readonly nowMs: () => number;
  readonly saved?: SavedChain;
}

/** The number of blocks that remain stored after pruning, which limits the depth of reorgs. */
const KEPT_BLOCKS = 600;
const PRUNE_AT = 800;
const FIRST_FEE = 1000n;

/**
 * A network in memory with real addresses, real signatures and simulated blocks: for the sandbox, and for tests of
 * everything that can happen on a chain. Blocks are mined on request.
 */
export class SimulatedChain implements Chain {
  readonly network: Network;
  readonly coins: readonly ChainCoin[];
  readonly addresses: AddressFormat;
  readonly hotAddress: string;
  /** The current fee of a transaction, in the network's native coin's smallest units. */
  fee = FIRST_FEE;
  readonly #xpub: string;
  readonly #nowMs: () => number;
  readonly #native: string;
  readonly #accounts: Accounts;
  #base: SavedChain['base'];
  #blocks: SimulatedBlock[];
  readonly #pool = new Map<string, SimulatedTransaction>();
  /** The height of each transaction in the stored blocks. */
  readonly #heights = new Map<string, number>();
  #salt = 0;

  constructor(parts: SimulatedChainParts) {
    const { network, coins, addresses, xpub, hotAddress, nowMs } = parts;
    const native = coins.find(({ contract }) => contract === undefined);
    if (native === undefined) throw new Error(`${network} has no native coin`);
    this.network = network;
    this.coins = coins;
    this.addresses = addresses;
    this.hotAddress = hotAddress;
    this.#xpub = xpub;
    this.#nowMs = nowMs;
    this.#native = native.coin;
    const saved = parts.saved ?? this.#beginning(parts.premine);
    this.#base = saved.base;
    this.#blocks = [...saved.blocks];
    this.#accounts = new Accounts(native.coin, saved.base.accounts);
    for (const block of this.#blocks) this.#put(block);
    for (const transaction of saved.pool) this.#pool.set(transaction.txid, transaction);
    if (this.#blocks.length === 0) this.mine();
  }

  #beginning(premine: Readonly<Record<string, bigint>>): SavedChain {
    const coins = Object.fromEntries(Object.entries(premine).map(([coin, amount]) => [coin, String(amount)]));
    const accounts = { balances: { [this.hotAddress]: coins }, nonces: {} };
    const hash = blockHash(this.addresses.family, '', 0, 0, this.network, []);
    return { base: { height: 0, hash, accounts }, blocks: [], pool: [] };
  }

  save(): SavedChain {
    return { base: this.#base, blocks: this.#blocks, pool: [...this.#pool.values()] };
  }

  // The chain as a node would report it.

  get tip(): BlockRef {
    const { height, hash } = this.#blocks.at(-1) ?? this.#base;
    return { height, hash };
  }

  async head(): Promise<BlockRef> {
    return this.tip;
  }

  async block(
    height: number,
    isOurs: (address: string) => boolean,
    sourceOf: SourceOf = () => undefined,
  ): Promise<ChainBlock | undefined> {
    const block = this.#blockAt(height);
    if (block === undefined) return undefined;
    const { transactions, ...rest } = block;
    const transfers = transactions.flatMap((one) => this.#transfers(one, isOurs));
    const spends = transactions.flatMap((one) => spendOf(one, sourceOf));
    return { ...rest, transfers, ...(spends.length > 0 ? { spends } : {}) };
  }

  async hashAt(height: number): Promise<string | undefined> {
    return this.#blockAt(height)?.hash;
  }

  #blockAt(height: number): SimulatedBlock | undefined {
    return this.#blocks[height - this.#base.height - 1];
  }

  #transfers(
    { txid, from, outputs, succeeded }: SimulatedTransaction,
    isOurs: (address: string) => boolean,
  ): ChainTransfer[] {
    if (!succeeded) return [];
    return outputs.flatMap(({ coin, to, amount }, index) => {
      const isListed = this.coins.some((listed) => listed.coin === coin);
      if (!isListed || !isOurs(to) || BigInt(amount) === 0n) return [];
      return [{ txid, output: `out:${index}`, coin, to, from, amount: BigInt(amount) }];
    });
  }

  async transaction(txid: string): Promise<TransactionStatus> {
    const height = this.#heights.get(txid);
    const block = height === undefined ? undefined : this.#blockAt(height);
    const found = block?.transactions.find((transaction) => transaction.txid === txid);
    if (block === undefined || found === undefined) return { kind: this.#pool.has(txid) ? 'waiting' : 'unknown' };
    const { hash, height: at } = block;
    return { kind: 'included', block: { height: at, hash }, succeeded: found.succeeded, fee: BigInt(found.fee) };
  }

  async balance(coin: string, address: string): Promise<bigint> {
    return this.#accounts.balance(address, coin);
  }

  async build({ source, coin, to, amount }: Payment, bounds: PaymentBounds): Promise<UnsignedTransaction> {
    const { taken, maxFee } = bounds;
    const from = source.kind === 'hot' ? this.hotAddress : this.addresses.derive(this.#xpub, source.index);
    const fee = this.#feeWithin(maxFee);
    let nonce = this.#accounts.nonce(from);
    while (taken.includes(nonceClaim(source, nonce))) nonce++;
    const isNative = coin === this.#native;
    if (
      this.#spendable(from, coin, bounds) < amount + (isNative ? fee : 0n) ||
      this.#spendable(from, this.#native, bounds) < fee
    )
      throw new InsufficientFunds(`${from} cannot pay ${amount} of ${coin} and the fee`);
    return this.#unsigned({ from, nonce, coin, to, amount, fee }, source);
  }

  async replacement(
    _: Payment,
    stuck: UnsignedTransaction,
    { maxFee }: PaymentBounds,
  ): Promise<UnsignedTransaction | undefined> {
    const { network: __, ...order } = decodeOrder(stuck.bytes);
    const fee = this.#feeWithin(maxFee);
    return fee <= order.fee ? undefined : this.#unsigned({ ...order, fee }, stuck.source);
  }

  #unsigned(order: Omit<Parameters<typeof encodeOrder>[0], 'network'>, source: Payment['source']): UnsignedTransaction {
    const bytes = encodeOrder({ network: this.network, ...order });
    return { bytes, source, claims: [nonceClaim(source, order.nonce)], maxFee: order.fee };
  }

  async sweep(index: number, coin: string, bounds: SweepBounds): Promise<readonly Movement[]> {
    const fee = this.#feeWithin(bounds.maxFee);
    const source = { kind: 'deposit', index } as const;
    const address = this.addresses.derive(this.#xpub, index);
    const balance = this.#spendable(address, coin, bounds);
    if (coin === this.#native)
      return balance > fee ? [{ source, coin, to: this.hotAddress, amount: balance - fee }] : [];
    if (balance === 0n) return [];
    const lacking = fee - this.#spendable(address, this.#native, bounds);
    const sweep = { source, coin, to: this.hotAddress, amount: balance };
    if (lacking <= 0n) return [sweep];
    return [{ source: { kind: 'hot' }, coin: this.#native, to: address, amount: lacking }, sweep];
  }

  #spendable(address: string, coin: string, bounds: SweepBounds): bigint {
    return countedOn(this.#accounts.balance(address, coin), coin, bounds);
  }

  #feeWithin(maxFee: bigint): bigint {
    if (this.fee > maxFee)
      throw new FeeTooHigh(`${this.network} requires a fee of ${this.fee}, more than the allowed ${maxFee}`);
    return this.fee;
  }

  async broadcast({ txid, bytes }: SignedTransaction): Promise<void> {
    const { order, publicKey, isGenuine } = readSigned(bytes);
    if (!isGenuine || this.addresses.fromPublicKey(publicKey) !== order.from)
      throw new Rejected('the signature is invalid');
    if (order.network !== this.network) throw new Rejected('the payment is for another network');
    if (txidOf(this.addresses.family, hexToBytes(bytes)) !== txid)
      throw new NodeFault('the transaction id does not match the bytes');
    if (this.#pool.has(txid) || this.#heights.has(txid)) return;
    if (order.nonce < this.#accounts.nonce(order.from)) throw new Rejected('the nonce has already been used');
    const rival = [...this.#pool.values()].find(({ from, nonce }) => from === order.from && nonce === order.nonce);
    if (rival !== undefined && BigInt(rival.fee) >= order.fee)
      throw new Rejected('the fee is too low to replace the pending transaction');
    const { from, nonce, coin, to, amount, fee } = order;
    const outputs = [{ coin, to, amount: String(amount) }];
    const transaction = { txid, from, nonce, outputs, fee: String(fee), succeeded: true };
    if (rival !== undefined) {
      // A transaction that its sender cannot pay does not replace another.
      if (!this.#accounts.pays(transaction)) throw new Rejected(`${from} does not have enough for the payment`);
      this.#pool.delete(rival.txid);
    }
    this.#pool.set(txid, transaction);
  }

  // Controls for tests and the sandbox: payments from outside, new blocks, reorgs.

  /**
   * Sends a payment from outside. Returns the transaction's id; a transaction that is already known is not sent again.
   */
  pay(
    outputs: readonly SimulatedOutput[],
    options: { succeeded?: boolean; from?: string; txid?: string } = {},
  ): string {
    const { succeeded = true, from = this.#stranger() } = options;
    const txid = options.txid ?? txidOf(this.addresses.family, randomBytes(32));
    if (this.#pool.has(txid) || this.#heights.has(txid)) return txid;
    this.#pool.set(txid, { txid, from, outputs, fee: '0', succeeded });
    return txid;
  }

  /**
   * Sends a payment that someone else has signed with this account's key. It replaces a pending transaction with the
   * same nonce. Returns the id of the payment's transaction.
   */
  payWithKey(from: string, outputs: readonly SimulatedOutput[]): string {
    const nonce = this.#accounts.nonce(from);
    for (const waiting of [...this.#pool.values()])
      if (waiting.from === from && waiting.nonce === nonce) this.#pool.delete(waiting.txid);
    const txid = txidOf(this.addresses.family, randomBytes(32));
    this.#pool.set(txid, { txid, from, nonce, outputs, fee: String(this.fee), succeeded: true });
    return txid;
  }

  #stranger(): string {
    return bytesToHex(randomBytes(20));
  }

  /** Mines a block with all pending transactions that are valid now and, if given, accepted by `isIn`. */
  mine(isIn: (transaction: SimulatedTransaction) => boolean = () => true): BlockRef {
    const transactions: SimulatedTransaction[] = [];
    // In the order of their nonces: an account's second transaction is valid only after its first one.
    const waiting = [...this.#pool.values()].sort((a, b) => (a.nonce ?? -1) - (b.nonce ?? -1));
    for (const transaction of waiting) {
      if (!isIn(transaction) || !this.#accounts.takes(transaction)) continue;
      this.#accounts.put(transaction);
      this.#pool.delete(transaction.txid);
      transactions.push(transaction);
    }
    const { height, hash: parentHash } = this.tip;
    const txids = transactions.map(({ txid }) => txid);
    const timeMs = Math.max(this.#nowMs(), this.#blocks.at(-1)?.timeMs ?? 0);
    const hash = blockHash(this.addresses.family, parentHash, height + 1, timeMs, String(this.#salt), txids);
    this.#blocks.push({ height: height + 1, hash, parentHash, timeMs, transactions });
    for (const txid of txids) this.#heights.set(txid, height + 1);
    this.#prune();
    return this.tip;
  }

  /**
   * Removes the last blocks; the transactions in these blocks that `isKept` accepts are pending again. At least as many
   * blocks must be mined before anything else is done with the chain.
   */
  forkBack(depth: number, isKept: (transaction: SimulatedTransaction) => boolean = () => true): void {
    if (depth > this.#blocks.length)
      throw new RangeError(`the simulated chain has fewer than ${depth} blocks to remove`);
    this.#salt++;
    for (let dropped = 0; dropped < depth; dropped++) {
      for (const transaction of [...(this.#blocks.pop()?.transactions ?? [])].reverse()) {
        this.#accounts.takeOff(transaction);
        this.#heights.delete(transaction.txid);
        if (isKept(transaction)) this.#pool.set(transaction.txid, transaction);
      }
    }
  }

  /** Pending transactions, for tests. */
  waiting(): readonly SimulatedTransaction[] {
    return [...this.#pool.values()];
  }

  /** Makes this pending transaction fail: it will be included without moving anything. */
  fail(txid: string): void {
    const transaction = this.#pool.get(txid);
    if (transaction !== undefined) this.#pool.set(txid, { ...transaction, succeeded: false });
  }

  #put({ height, transactions }: SimulatedBlock): void {
    for (const transaction of transactions) {
      this.#accounts.put(transaction);
      this.#heights.set(transaction.txid, height);
    }
  }

  #prune(): void {
    if (this.#blocks.length < PRUNE_AT) return;
    const accounts = new Accounts(this.#native, this.#base.accounts);
    const old = this.#blocks.slice(0, this.#blocks.length - KEPT_BLOCKS);
    for (const { transactions } of old) {
      for (const transaction of transactions) {
        accounts.put(transaction);
        this.#heights.delete(transaction.txid);
      }
    }
    const { height, hash } = old.at(-1) ?? this.#base;
    this.#base = { height, hash, accounts: accounts.toJson() };
    this.#blocks = this.#blocks.slice(old.length);
  }
}

function spendOf({ txid, from, nonce, outputs }: SimulatedTransaction, sourceOf: SourceOf): ChainSpend[] {
  const source = nonce === undefined ? undefined : sourceOf(from);
  if (nonce === undefined || source === undefined) return [];
  const pays = outputs.map(({ coin, to, amount }) => ({ coin, to, amount: BigInt(amount) }));
  return [{ txid, claims: [nonceClaim(source, nonce)], pays }];
}
