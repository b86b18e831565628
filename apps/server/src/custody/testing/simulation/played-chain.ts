import { hash } from 'node:crypto';
import {
  type AddressFormat,
  type BlockRef,
  type Chain,
  type ChainBlock,
  ChainError,
  type ChainSpend,
  type ChainTransfer,
  countedOn,
  FeeTooHigh,
  InsufficientFunds,
  type Movement,
  type Network,
  type Payment,
  type PaymentBounds,
  type PaymentSource,
  Rejected,
  type SignedTransaction,
  type SourceOf,
  type SweepBounds,
  type TransactionStatus,
  type UnsignedTransaction,
} from '@vitrine/chains';
import { type Keys, type KindOfNetwork, keysOn, type LedgerCoin, type Shape } from './kinds-of-networks.ts';
import { isOurs, PlayedLedger, type Unspent } from './played-ledger.ts';
import {
  decodeOrder,
  type PlayedOutput,
  type PlayedTransaction,
  readSigned,
  unsignedOf,
} from './played-transactions.ts';

export interface PlayedBlock extends BlockRef {
  readonly parentHash: string;
  readonly timeMs: number;
  readonly transactions: readonly PlayedTransaction[];
}

/** How long a transaction may be pending on networks where it expires. */
const LIFETIME_MS = 300_000;
const FIRST_FEE = 1_000n;

/** A simulated network with one honest node, which mines and forks on request. */
export class PlayedChain implements Chain {
  readonly network: Network;
  readonly coins: readonly LedgerCoin[];
  readonly addresses: AddressFormat;
  readonly hotAddress: string;
  readonly shape: Shape;
  /** The current fee of a transaction, in smallest units of the network's native coin. */
  fee = FIRST_FEE;
  /**
   * The number of confirmations that an output sent by others needs before we spend it: until then, the sender may
   * replace the transaction that created it.
   */
  spendAfter = 1;
  readonly #keys: Keys;
  readonly #native: string;
  readonly #nowMs: () => number;
  readonly #ledger: PlayedLedger;
  readonly #blocks: PlayedBlock[] = [];
  readonly #pool = new Map<string, PlayedTransaction>();
  /** Every transaction ever sent: some miner may still have it. */
  readonly #sent = new Map<string, PlayedTransaction>();
  /** The height of each transaction on the chain. */
  readonly #heights = new Map<string, number>();
  /** The times of replaced blocks, reused by the blocks that replace them. */
  #times: number[] = [];
  #branch = 0;
  #builds = 0;

  /** @param premine the hot wallet's outputs as of the first block */
  constructor({ network, shape, coins }: KindOfNetwork, premine: readonly PlayedOutput[], nowMs: () => number) {
    this.network = network;
    this.shape = shape;
    this.coins = coins;
    this.#keys = keysOn(network);
    this.addresses = this.#keys.format;
    this.hotAddress = this.#keys.hotAddress;
    this.#native = coins.find(({ contract }) => contract === undefined)?.coin ?? '';
    this.#nowMs = nowMs;
    this.#ledger = new PlayedLedger(shape, this.#native);
    this.pay('premine', '', premine);
    this.mine();
  }

  // The node's responses to queries.

  get tip(): PlayedBlock {
    const tip = this.#blocks.at(-1);
    if (tip === undefined) throw new Error('the chain has no blocks');
    return tip;
  }

  async head(): Promise<BlockRef> {
    return { height: this.tip.height, hash: this.tip.hash };
  }

  async hashAt(height: number): Promise<string | undefined> {
    return this.#blocks[height - 1]?.hash;
  }

  async block(
    height: number,
    isOurs: (address: string) => boolean,
    sourceOf: SourceOf = () => undefined,
  ): Promise<ChainBlock | undefined> {
    const block = this.#blocks[height - 1];
    if (block === undefined) return undefined;
    const { transactions, ...rest } = block;
    const transfers = transactions.flatMap((one) => this.#transfers(one, isOurs));
    return { ...rest, transfers, spends: transactions.flatMap((one) => this.#spentBy(one, sourceOf)) };
  }

  #spentBy({ txid, from, claims, outputs }: PlayedTransaction, sourceOf: SourceOf): ChainSpend[] {
    return this.shape === 'expiring' || sourceOf(from) === undefined ? [] : [{ txid, claims, pays: outputs }];
  }

  #transfers(
    { txid, from, outputs, succeeded }: PlayedTransaction,
    isOurs: (address: string) => boolean,
  ): ChainTransfer[] {
    if (!succeeded) return [];
    return outputs.flatMap(({ coin, to, amount }, index) => {
      if (!this.isListed(coin) || !isOurs(to) || amount === 0n) return [];
      return [{ txid, output: `out:${index}`, coin, to, from: this.shape === 'outputs' ? undefined : from, amount }];
    });
  }

  isListed(coin: string): boolean {
    return this.coins.some((listed) => listed.coin === coin);
  }

  async transaction(txid: string): Promise<TransactionStatus> {
    const block = this.#blocks[(this.#heights.get(txid) ?? 0) - 1];
    const found = block?.transactions.find((transaction) => transaction.txid === txid);
    if (block === undefined || found === undefined) return { kind: this.#pool.has(txid) ? 'waiting' : 'unknown' };
    const { hash, height } = block;
    return { kind: 'included', block: { height, hash }, succeeded: found.succeeded, fee: found.fee };
  }

  async balance(coin: string, address: string): Promise<bigint> {
    return this.#ledger.balance(address, coin);
  }

  // Building and sending of our payments.

  async build({ id, source, coin, to, amount }: Payment, bounds: PaymentBounds): Promise<UnsignedTransaction> {
    const { taken, maxFee } = bounds;
    const from = this.addressOf(source);
    const fee = this.#feeWithin(maxFee);
    const paid = { coin, to, amount };
    const common = { paymentId: id, from, isReplacement: false, build: ++this.#builds };
    if (this.shape === 'outputs')
      return unsignedOf(
        { ...common, ...this.#spend(from, paid, fee, { taken, maxFee }, source.kind === 'deposit') },
        source,
      );
    this.#checkFunds(from, paid, fee, bounds);
    const order = { ...common, outputs: [paid], fee };
    if (this.shape === 'expiring')
      return unsignedOf({ ...order, claims: [], expiresAtMs: this.tip.timeMs + LIFETIME_MS }, source);
    const nonce = this.#freeNonce(source, from, taken);
    return unsignedOf({ ...order, nonce, claims: [nonceClaim(source, nonce)] }, source);
  }

  addressOf(source: PaymentSource): string {
    return source.kind === 'hot' ? this.hotAddress : this.addresses.derive(this.#keys.depositXpub, source.index);
  }

  #feeWithin(maxFee: bigint): bigint {
    if (this.fee > maxFee) throw new FeeTooHigh(`${this.network} requires a fee of ${this.fee}`);
    return this.fee;
  }

  #checkFunds(from: string, { coin, amount }: PlayedOutput, fee: bigint, bounds: SweepBounds): void {
    const needed = coin === this.#native ? amount + fee : amount;
    if (this.#countedOn(from, coin, bounds) < needed || this.#countedOn(from, this.#native, bounds) < fee)
      throw new InsufficientFunds(`${from} cannot pay ${amount} of ${coin} and the fee`);
  }

  #countedOn(address: string, coin: string, bounds: SweepBounds): bigint {
    return countedOn(this.#ledger.balance(address, coin), coin, bounds);
  }

  #freeNonce(source: PaymentSource, from: string, taken: readonly string[]): number {
    let nonce = this.#ledger.nonce(from);
    while (taken.includes(nonceClaim(source, nonce))) nonce++;
    return nonce;
  }

  /**
   * Spends as few mined outputs as possible and, if they do not suffice, our own pending change. The amount of a sweep
   * may have been calculated for a different fee: if its outputs leave less than the current fee, the remainder is the
   * fee.
   */
  #spend(from: string, paid: PlayedOutput, fee: bigint, { taken, maxFee }: PaymentBounds, isSweep: boolean) {
    const isFree = ({ outpoint }: Unspent): boolean => !taken.includes(outpoint);
    const mined = this.#spendable(from).filter(isFree).sort(byAmount);
    const waiting = isSweep ? [] : this.#waitingChange(from).filter(isFree).sort(byAmount);
    const claims: string[] = [];
    let left = -paid.amount;
    for (const { outpoint, amount } of [...mined, ...waiting]) {
      if (left >= fee) break;
      claims.push(outpoint);
      left += amount;
    }
    if (left < (isSweep ? 1n : fee))
      throw new InsufficientFunds(`${from} does not have ${paid.amount} in unclaimed outputs`);
    const paidFee = left < fee ? left : fee;
    if (paidFee > maxFee) throw new FeeTooHigh(`the fee would be ${paidFee}, above the maximum of ${maxFee}`);
    const change = { coin: paid.coin, to: from, amount: left - paidFee };
    return { claims, outputs: change.amount > 0n ? [paid, change] : [paid], fee: paidFee };
  }

  #spendable(from: string): readonly Unspent[] {
    return this.#ledger.unspent(from).filter(({ outpoint }) => {
      const [txid = ''] = outpoint.split(':');
      const confirmations = this.tip.height - (this.#heights.get(txid) ?? 0) + 1;
      const sent = this.#sent.get(txid);
      return confirmations >= this.spendAfter || (sent?.from === from && !sent.isReplacement);
    });
  }

  #waitingChange(from: string): Unspent[] {
    const spent = new Set([...this.#pool.values()].flatMap(({ claims }) => claims));
    return [...this.#pool.values()].flatMap(({ txid, from: sender, isReplacement, outputs }) =>
      sender !== from || isReplacement || this.#heights.has(txid)
        ? []
        : outputs.flatMap(({ to, amount }, index) =>
            to === from && !spent.has(`${txid}:${index}`) ? [{ outpoint: `${txid}:${index}`, amount }] : [],
          ),
    );
  }

  async replacement(
    _: Payment,
    stuck: UnsignedTransaction,
    { taken, maxFee }: PaymentBounds,
  ): Promise<UnsignedTransaction | undefined> {
    if (this.shape === 'expiring') return undefined;
    const old = decodeOrder(stuck.bytes);
    const fee = this.#feeWithin(maxFee);
    if (fee <= old.fee || this.#ledger.isClaimed(old.claims)) return undefined;
    const order = { ...old, fee, isReplacement: true, build: ++this.#builds };
    if (this.shape === 'accounts') return unsignedOf(order, stuck.source);
    // Replacing the stuck transaction would void the transactions that spend its change.
    if (taken.some((claim) => claim.startsWith(`${readTxid(stuck)}:`))) return undefined;
    const [paid, change] = old.outputs;
    const left = (change?.amount ?? 0n) - (fee - old.fee);
    if (paid === undefined || change === undefined || left <= 0n)
      throw new InsufficientFunds('the remaining amount is not enough for a replacement');
    return unsignedOf({ ...order, outputs: [paid, { ...change, amount: left }] }, stuck.source);
  }

  async sweep(index: number, coin: string, bounds: SweepBounds): Promise<readonly Movement[]> {
    const fee = this.#feeWithin(bounds.maxFee);
    const source = { kind: 'deposit', index } as const;
    const address = this.addressOf(source);
    const balance = this.shape === 'outputs' ? this.#sumOf(address) : this.#countedOn(address, coin, bounds);
    const to = this.hotAddress;
    if (this.shape === 'outputs' && balance === 0n && this.#ledger.balance(address, coin) > fee)
      throw new ChainError('the coins at the address have too few confirmations');
    if (coin === this.#native) return balance > fee ? [{ source, coin, to, amount: balance - fee }] : [];
    if (balance === 0n) return [];
    const lacking = fee - this.#countedOn(address, this.#native, bounds);
    const whole = { source, coin, to, amount: balance };
    if (lacking <= 0n) return [whole];
    return [{ source: { kind: 'hot' }, coin: this.#native, to: address, amount: lacking }, whole];
  }

  #sumOf(address: string): bigint {
    return this.#spendable(address).reduce((sum, { amount }) => sum + amount, 0n);
  }

  async broadcast(signed: SignedTransaction): Promise<void> {
    const transaction = readSigned(signed);
    const { txid, claims, from, nonce, fee, expiresAtMs = Infinity } = transaction;
    this.#sent.set(txid, transaction);
    if (this.#pool.has(txid) || this.#heights.has(txid)) return;
    if (this.tip.timeMs >= expiresAtMs) throw new ChainError('the transaction has expired');
    if (this.#ledger.isClaimed(claims) || (nonce !== undefined && nonce < this.#ledger.nonce(from)))
      throw new Rejected('the nonce or an input has already been used');
    if (this.shape === 'outputs' && !this.#knowsOutputs(claims))
      throw new ChainError('the transaction spends an output that does not exist');
    const rivals = this.#rivalsOf(transaction);
    if (rivals.some((rival) => rival.fee >= fee))
      throw new Rejected('the fee is too low to replace the pending transaction');
    if (this.shape !== 'outputs' && !this.#ledger.pays(transaction))
      throw new ChainError(`${from} does not have enough for the payment`);
    this.#admit(transaction);
  }

  #knowsOutputs(claims: readonly string[]): boolean {
    return claims.every((claim) => {
      const [txid = ''] = claim.split(':');
      return this.#heights.has(txid) || this.#pool.has(txid);
    });
  }

  #rivalsOf({ txid, claims }: PlayedTransaction): readonly PlayedTransaction[] {
    const isRival = (other: PlayedTransaction) =>
      other.txid !== txid && other.claims.some((claim) => claims.includes(claim));
    return [...this.#pool.values()].filter(isRival);
  }

  /** Adds the transaction to the pool, which removes conflicting transactions and those that spend their outputs. */
  #admit(transaction: PlayedTransaction): void {
    for (const rival of this.#rivalsOf(transaction)) this.#dropFromPool(rival.txid);
    this.#pool.set(transaction.txid, transaction);
  }

  /**
   * Whether a transaction may stay in the pool. Like real nodes, this node drops invalid transactions: a transaction
   * pending forever would exclude all others with the same claims.
   */
  #mayWait(transaction: PlayedTransaction): boolean {
    const { claims, expiresAtMs = Infinity } = transaction;
    if (this.tip.timeMs >= expiresAtMs || this.#ledger.isClaimed(claims)) return false;
    if (this.shape === 'accounts') return this.#ledger.pays(transaction);
    return this.shape === 'expiring' || !isOurs(transaction) || this.#knowsOutputs(claims);
  }

  #dropFromPool(txid: string): void {
    this.#pool.delete(txid);
    for (const other of this.#pool.values())
      if (other.claims.some((claim) => claim.startsWith(`${txid}:`))) this.#dropFromPool(other.txid);
  }

  // Events on the network, as called by the simulation.

  /** Sends a transaction from outside. With `instead`, it conflicts with the transaction that has this id. */
  pay(
    txid: string,
    from: string,
    outputs: readonly PlayedOutput[],
    { succeeded = true, instead = txid }: { succeeded?: boolean; instead?: string } = {},
  ): void {
    const claims = this.#sent.get(instead)?.claims ?? [`outside:${instead}`];
    const transaction = { txid, from, paymentId: undefined, claims, outputs, fee: 0n, isReplacement: false, succeeded };
    this.#sent.set(txid, transaction);
    this.#admit(transaction);
  }

  /**
   * Sends a transaction as an attacker who has the key that signed one of ours. The new transaction uses the same
   * claims and pays nobody; on networks with outputs, it returns the amount to its source.
   */
  payWithKey(txid: string, { from, claims, nonce, outputs, fee }: PlayedTransaction): void {
    const spent = outputs.reduce((sum, { amount }) => sum + amount, fee);
    const back = this.shape === 'outputs' ? [{ coin: this.#native, to: from, amount: spent }] : [];
    const turn = nonce === undefined ? {} : { nonce };
    const rest = { fee: 0n, isReplacement: true, succeeded: true } as const;
    const transaction = {
      txid,
      from,
      paymentId: undefined,
      isByOurKey: true,
      claims,
      outputs: back,
      ...turn,
      ...rest,
    } as const;
    this.#sent.set(txid, transaction);
    this.#admit(transaction);
  }

  /** Mines a block with all pending transactions that are valid and that `isIn` accepts. */
  mine(isIn: (transaction: PlayedTransaction) => boolean = () => true): PlayedBlock {
    const parent = this.#blocks.at(-1) ?? { height: 0, hash: this.network, timeMs: 0 };
    let waiting = [...this.#pool.values()].sort((a, b) => (a.nonce ?? -1) - (b.nonce ?? -1)).filter(isIn);
    const transactions: PlayedTransaction[] = [];
    for (let before = -1; before < transactions.length; ) {
      before = transactions.length;
      waiting = waiting.filter((transaction) => {
        if (!this.#ledger.takes(transaction, parent.timeMs)) return true;
        this.#ledger.put(transaction);
        transactions.push(transaction);
        return false;
      });
    }
    return this.#put(parent, transactions);
  }

  #put(parent: BlockRef & { timeMs: number }, transactions: readonly PlayedTransaction[]): PlayedBlock {
    const height = parent.height + 1;
    const timeMs = Math.max(this.#times.shift() ?? this.#nowMs(), parent.timeMs);
    const txids = transactions.map(({ txid }) => txid);
    const id = hash('sha256', [parent.hash, height, timeMs, this.#branch, ...txids].join(' '));
    const block = { height, hash: id, parentHash: parent.hash, timeMs, transactions };
    this.#blocks.push(block);
    for (const txid of txids) {
      this.#pool.delete(txid);
      this.#heights.set(txid, height);
    }
    for (const one of this.#pool.values()) if (!this.#mayWait(one)) this.#dropFromPool(one.txid);
    return block;
  }

  /**
   * Removes the last `depth` blocks. A removed transaction becomes pending again if `isKept` accepts it and no
   * conflicting transaction is pending.
   */
  forkBack(depth: number, isKept: (transaction: PlayedTransaction) => boolean): void {
    this.#branch++;
    const replaced = this.#blocks.splice(this.#blocks.length - depth, depth);
    this.#times = replaced.map(({ timeMs }) => timeMs);
    for (const { transactions } of replaced.reverse()) {
      for (const transaction of [...transactions].reverse()) {
        this.#ledger.takeOff(transaction);
        this.#heights.delete(transaction.txid);
        if (isKept(transaction) && this.#rivalsOf(transaction).length === 0)
          this.#pool.set(transaction.txid, transaction);
      }
    }
  }

  /** The pending transactions. */
  waiting(): readonly PlayedTransaction[] {
    return [...this.#pool.values()];
  }

  /** Transactions that were sent, and are neither in a block nor pending. */
  forgotten(): readonly PlayedTransaction[] {
    return [...this.#sent.values()].filter(({ txid }) => !this.#pool.has(txid) && !this.#heights.has(txid));
  }

  /** Makes the transaction pending again, in place of conflicting ones. */
  bringBack(transaction: PlayedTransaction): void {
    this.#admit(transaction);
  }

  /** Nodes forget pending transactions. */
  forget(isForgotten: (transaction: PlayedTransaction) => boolean): void {
    for (const transaction of this.#pool.values()) if (isForgotten(transaction)) this.#pool.delete(transaction.txid);
  }

  /** Makes the transaction fail: it will be included without moving anything. */
  fail(txid: string): void {
    const transaction = this.#pool.get(txid);
    if (transaction !== undefined) this.#pool.set(txid, { ...transaction, succeeded: false });
  }

  /** The blocks from the tip back to the first. */
  *back(): Generator<PlayedBlock> {
    for (let at = this.#blocks.length - 1; at >= 0; at--) yield this.#blocks[at] as PlayedBlock;
  }
}

const nonceClaim = (source: PaymentSource, nonce: number): string =>
  `${source.kind === 'hot' ? 'hot' : `deposit/${source.index}`}:nonce:${nonce}`;

const readTxid = ({ bytes }: UnsignedTransaction): string => readSigned({ txid: '', bytes: `${bytes}ff` }).txid;

const byAmount = (a: Unspent, b: Unspent): number => (a.amount === b.amount ? 0 : a.amount < b.amount ? 1 : -1);
