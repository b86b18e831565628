import type { CoinNetwork } from '../../../settings/coin-networks.ts';
import type { Figures } from './findings.ts';
import { keysOn, kindsOfNetworks, type LedgerCoin } from './kinds-of-networks.ts';
import { type PlayedBlock, PlayedChain } from './played-chain.ts';
import type { PlayedOutput, PlayedTransaction } from './played-transactions.ts';
import type { Random } from './random.ts';

/**
 * The height of the first block that is read. No reorg removes this block: the exchange does not follow a chain that
 * contains none of the blocks it has read.
 */
export const START_HEIGHT = 2;

/** The maximum number of final blocks that a deep reorg removes. */
const TOO_DEEP = 12;

/** A transfer of a listed coin, sent by an outsider. */
export interface Arrival extends PlayedOutput {
  readonly txid: string;
  readonly output: string;
}

export interface NetworkParts {
  readonly random: Random;
  readonly nowMs: () => number;
  readonly tell: (line: string) => void;
  readonly figures: Figures;
}

/** A network generated from a seed: its coins with their settings, its blocks and reorgs, and who sends what. */
export class NetworkOfSeed {
  readonly chain: PlayedChain;
  readonly coins: readonly LedgerCoin[];
  readonly rows: CoinNetwork[];
  readonly premine: Readonly<Record<string, bigint>>;
  /** Whether reorgs may remove final transactions. */
  readonly isDeep: boolean;
  /** Whether miners include any pending transaction, however low its fee. */
  takesAll = false;
  /** The number of blocks mined so far, on all branches. */
  moment = 0;
  readonly #parts: NetworkParts;
  readonly #random: Random;
  /** Every block ever mined, by hash. */
  readonly #blocks = new Map<string, PlayedBlock>();
  /** For each transaction and outcome, the moments when the transaction first had each number of confirmations. */
  readonly #reached = new Map<string, number[]>();
  readonly #included = new Map<string, PlayedTransaction>();
  #highest = 0;

  constructor(parts: NetworkParts) {
    const { random, nowMs, tell } = parts;
    this.#parts = parts;
    this.#random = random;
    const kind = random.pick(kindsOfNetworks);
    this.coins = kind.coins;
    this.rows = kind.coins.map(({ coin }) => this.#row(coin, kind.network));
    this.isDeep = kind.shape !== 'expiring' && random.chance(0.15);
    const isPoor = random.chance(0.3);
    this.premine = Object.fromEntries(
      kind.coins.map(({ coin, decimals }) => [coin, (isPoor ? 20n : 100_000n) * 10n ** BigInt(decimals)]),
    );
    this.chain = new PlayedChain(kind, premined(this.premine, keysOn(kind.network).hotAddress), nowMs);
    this.chain.spendAfter = this.finalAfter;
    this.#keep(this.chain.tip);
    const confirmations = this.rows.map((row) => `${row.coin} ${row.creditConfirmations}/${row.unlockConfirmations}`);
    tell(`${kind.network}: ${confirmations}${this.isDeep ? ', and forks beyond that' : ''}`);
  }

  get native(): LedgerCoin {
    return this.coin(this.rows[0]?.coin ?? '');
  }

  coin(code: string): LedgerCoin {
    const found = this.coins.find(({ coin }) => coin === code);
    if (found === undefined) throw new Error(`the simulated network has no coin ${code}`);
    return found;
  }

  row(coin: string): CoinNetwork | undefined {
    return this.rows.find((row) => row.coin === coin);
  }

  /** Confirmations until a deposit is available and a payment is final: the lowest setting of any coin. */
  get finalAfter(): number {
    return Math.min(...this.rows.map(({ unlockConfirmations }) => unlockConfirmations));
  }

  /** Mines a block with all pending transactions, or with a random share of them. */
  mine(takes = 1): void {
    this.#keep(this.chain.mine((one) => (takes === 1 || this.#random.chance(takes)) && this.#isPaidWell(one)));
    this.#parts.tell(`block ${this.chain.tip.height} ${this.chain.tip.hash.slice(0, 10)}`);
  }

  /**
   * Whether a miner includes the transaction. Miners leave out most of our transactions that pay less than the current
   * fee, except on networks where transactions expire.
   */
  #isPaidWell({ paymentId, fee }: PlayedTransaction): boolean {
    const { shape, fee: asked } = this.chain;
    return this.takesAll || paymentId === undefined || shape === 'expiring' || fee >= asked || this.#random.chance(0.1);
  }

  mineMany(count: number): void {
    for (let block = 0; block < count; block++) this.mine();
  }

  /**
   * A reorg, which removes nothing final unless `isDeep`. Some of the transactions that it removes are never included
   * again, and some transactions that had been replaced are included.
   */
  fork(): void {
    const { height } = this.chain.tip;
    const isTooDeep = this.isDeep && this.#random.chance(0.3);
    const finalAfter = this.finalAfter + (isTooDeep ? TOO_DEEP : 0);
    const deepest = height - Math.max(START_HEIGHT, this.#highest - finalAfter + 1);
    if (deepest < 1) return;
    const depth = isTooDeep
      ? this.#random.between(Math.min(this.finalAfter, deepest), deepest)
      : this.#random.between(1, Math.min(30, deepest));
    const keeps = this.#random.pick([1, 1, 0.7, 0]);
    this.#parts.tell(`fork of ${depth} blocks, ${keeps} of their transactions are pending again`);
    this.#parts.figures.forks++;
    if (depth >= this.finalAfter) this.#parts.figures['forks beyond the last confirmation']++;
    if (this.#random.chance(0.4)) this.bringBack();
    this.chain.forkBack(depth, () => this.#random.chance(keeps));
    const more = this.#random.between(-1, 2);
    for (let block = 0; block < depth + more; block++) this.mine(this.#random.pick([1, 0.5, 0]));
  }

  /** Miners include replaced transactions instead of their replacements. */
  bringBack(): void {
    for (const transaction of this.chain.forgotten()) {
      if (!this.#random.chance(0.4)) continue;
      this.#parts.tell(`${transaction.txid.slice(0, 10)} is pending again`);
      this.#parts.figures['older transactions brought back']++;
      this.chain.bringBack(transaction);
    }
  }

  /** Nodes forget some or all of the pending transactions, ours and others'. */
  forget(): void {
    const share = this.#random.pick([1, 0.5]);
    this.#parts.tell(`nodes forget ${share} of the pending transactions`);
    this.chain.forget(() => this.#random.chance(share));
  }

  /** An outsider sends coins to some of these addresses; the transaction may fail. */
  send(receivers: readonly string[]): void {
    const outputs = Array.from({ length: this.#random.pick([1, 1, 1, 2, 3]) }, () => this.#output(receivers));
    const succeeded = this.chain.shape === 'outputs' || this.#random.chance(0.93);
    const txid = this.pay(outputs, succeeded);
    const what = outputs.map(({ coin, amount, to }) => `${amount} ${coin} to ${to.slice(0, 8)}`);
    this.#parts.tell(`sent ${txid.slice(0, 10)} ${succeeded ? '' : '(fails) '}${what}`);
    this.#parts.figures['deposits sent']++;
  }

  #output(receivers: readonly string[]): PlayedOutput {
    const { coin, decimals } = this.#random.pick(this.coins);
    const to = this.#random.chance(0.1) ? 'somebody else' : this.#random.pick(receivers);
    return { coin: this.#random.chance(0.07) ? 'FAKE' : coin, to, amount: this.#amount(decimals) };
  }

  /**
   * A sender replaces a pending or recent transfer with one of another amount or to another recipient; only one of the
   * two can be on the chain.
   */
  sendInstead(receivers: readonly string[]): void {
    const recent = [...this.#recent(8), ...this.chain.waiting()].filter(
      ({ paymentId, isByOurKey }) => paymentId === undefined && isByOurKey !== true,
    );
    if (recent.length === 0) return;
    const { txid, from } = this.#random.pick(recent);
    const id = this.#random.hex(32);
    this.#parts.tell(`sent ${id.slice(0, 10)} instead of ${txid.slice(0, 10)}`);
    this.#parts.figures['deposits replaced or double-spent']++;
    this.chain.pay(id, from, [this.#output(receivers)], { instead: txid });
  }

  *#recent(blocks: number): Generator<PlayedTransaction> {
    for (const { transactions, height } of this.chain.back()) {
      if (height <= Math.max(1, this.chain.tip.height - blocks)) return;
      yield* transactions;
    }
  }

  pay(outputs: readonly PlayedOutput[], succeeded = true): string {
    const txid = this.#random.hex(32);
    this.chain.pay(txid, this.#random.hex(20), outputs, { succeeded });
    return txid;
  }

  /** An outsider sends the hot wallet more than all withdrawals need. */
  fundHotWallet(): void {
    const to = this.chain.hotAddress;
    this.pay(this.coins.map(({ coin, decimals }) => ({ coin, to, amount: 10n ** BigInt(decimals + 6) })));
  }

  /** A random amount. It may be zero, dust, below the minimum, finer than a ledger unit, or too large. */
  #amount(decimals: number): bigint {
    const unit = 10n ** BigInt(decimals);
    const odd = BigInt(this.#random.below(1_000_000_007));
    const kind = this.#random.next();
    if (kind < 0.05) return 0n;
    if (kind < 0.12) return odd % 1_000n;
    if (kind < 0.3) return unit / 10n + (odd % (unit / 10n));
    if (kind < 0.31) return unit * 10n ** 12n;
    return BigInt(this.#random.between(1, 300)) * unit + (odd % unit);
  }

  /** Makes one of our pending transactions fail: it will be included without moving anything. */
  failOne(): void {
    const ours = this.chain.waiting().filter(({ paymentId }) => paymentId !== undefined);
    if (ours.length === 0 || this.chain.shape === 'outputs') return;
    const { txid } = this.#random.pick(ours);
    this.#parts.tell(`${txid.slice(0, 10)} will move nothing`);
    this.chain.fail(txid);
  }

  #fromHot(): readonly PlayedTransaction[] {
    const { hotAddress } = this.chain;
    return this.chain.waiting().filter(({ paymentId, from }) => paymentId !== undefined && from === hotAddress);
  }

  /**
   * Our pending transactions whose change is spent by another transaction of ours, which would become void with them.
   */
  voidable(): readonly PlayedTransaction[] {
    const ours = this.#fromHot();
    return ours.filter(({ txid }) => ours.some(({ claims }) => claims.some((claim) => claim.startsWith(txid))));
  }

  /**
   * Someone who has the hot wallet's key sends a transaction with the claims of one of our pending transactions. If
   * possible, it is one on whose change another of our transactions depends.
   */
  useKey(): void {
    const { shape } = this.chain;
    const ours = this.#fromHot();
    if (ours.length === 0 || shape === 'expiring') return;
    const built = this.voidable();
    const displaced = this.#random.pick(built.length > 0 ? built : ours);
    const txid = this.#random.hex(32);
    this.#parts.tell(`our key signs ${txid.slice(0, 10)} elsewhere, instead of ${displaced.txid.slice(0, 10)}`);
    this.#parts.figures['uses of our key outside the exchange']++;
    if (built.length > 0) this.#parts.figures['of them, those that void payments built on change']++;
    this.chain.payWithKey(txid, displaced);
  }

  /** The blocks from this one back to the first. */
  *back(hash: string): Generator<PlayedBlock> {
    for (let block = this.#blocks.get(hash); block !== undefined; block = this.#blocks.get(block.parentHash))
      yield block;
  }

  /**
   * Whether, by this moment, the transaction had this many confirmations with this outcome, on any branch that was once
   * current.
   */
  hadReached(transaction: Ended, confirmations: number, moment = this.moment): boolean {
    return (this.#reached.get(endOf(transaction))?.[confirmations] ?? Infinity) <= moment;
  }

  /** Every transaction that was ever in a block, once for each of its outcomes. */
  everIncluded(): readonly PlayedTransaction[] {
    return [...this.#included.values()];
  }

  /**
   * The amount that a deposit address has received in final transactions, minus the amount that our transactions on the
   * chain have spent from it.
   */
  settledAt(address: string, coin: string): bigint {
    const confirmations = this.row(coin)?.unlockConfirmations ?? Infinity;
    const final = this.everIncluded().filter((one) => one.succeeded && this.hadReached(one, confirmations));
    const ours = [...this.chain.back()].flatMap(({ transactions }) =>
      transactions.filter(({ from }) => from === address),
    );
    const came = final.flatMap(({ outputs }) => outputs.filter((one) => one.to === address && one.coin === coin));
    const left = ours.map(
      ({ outputs, fee, succeeded }) =>
        (coin === this.native.coin ? fee : 0n) + (succeeded ? sumOf(outputs.filter((one) => one.coin === coin)) : 0n),
    );
    return left.reduce((rest, amount) => rest - amount, sumOf(came));
  }

  /** Whether no branch can include a transaction with this expiry anymore. */
  isOver(expiredAtMs: number): boolean {
    const last = this.#highest - this.finalAfter + 1;
    for (const { height, timeMs } of this.chain.back()) if (height <= last) return timeMs >= expiredAtMs;
    return false;
  }

  isIncluded(txid: string): boolean {
    for (const { transactions } of this.chain.back()) if (transactions.some((one) => one.txid === txid)) return true;
    return false;
  }

  #keep(block: PlayedBlock): void {
    this.moment++;
    this.#parts.figures.blocks++;
    this.#highest = Math.max(this.#highest, block.height);
    this.#blocks.set(block.hash, block);
    for (const transaction of block.transactions) {
      const end = endOf(transaction);
      if (!this.#included.has(end)) this.#included.set(end, transaction);
    }
    const most = Math.max(...this.rows.map(({ unlockConfirmations }) => unlockConfirmations));
    let confirmations = 0;
    for (const { transactions } of this.chain.back()) {
      if (++confirmations > most) return;
      for (const transaction of transactions) this.#mark(endOf(transaction), confirmations);
    }
  }

  #mark(end: string, confirmations: number): void {
    const reached = this.#reached.get(end) ?? [];
    this.#reached.set(end, reached);
    reached[confirmations] ??= this.moment;
  }

  #row(coin: string, network: CoinNetwork['network']): CoinNetwork {
    const creditConfirmations = this.#random.between(1, 4);
    return {
      coin,
      network,
      minimumDeposit: '1',
      creditConfirmations,
      unlockConfirmations: creditConfirmations + this.#random.pick([0, 2, 5, 12, 27]),
      minimumWithdrawal: '1',
      withdrawalFee: '0.5',
      sweepAbove: '20',
      depositsOpen: true,
      withdrawalsOpen: true,
    };
  }
}

/**
 * A transaction with its outcome: a transaction that moves nothing in one block may move something in another block.
 */
type Ended = Pick<PlayedTransaction, 'txid' | 'succeeded'>;

const endOf = ({ txid, succeeded }: Ended): string => `${txid} ${succeeded}`;

const sumOf = (outputs: readonly PlayedOutput[]): bigint => outputs.reduce((sum, { amount }) => sum + amount, 0n);

/** The initial amounts, split into several outputs, because an output is always spent as a whole. */
function premined(premine: Readonly<Record<string, bigint>>, to: string): readonly PlayedOutput[] {
  const shares = [50n, 30n, 15n, 5n];
  return Object.entries(premine).flatMap(([coin, amount]) =>
    shares.map((share) => ({ coin, to, amount: (amount * share) / 100n })),
  );
}

/** The transfers that outsiders sent and this block contains. */
export const arrivalsIn = ({ transactions }: PlayedBlock, isListed: (coin: string) => boolean): readonly Arrival[] =>
  transactions
    .filter((one) => one.paymentId === undefined && one.isByOurKey !== true && one.succeeded && one.txid !== 'premine')
    .flatMap(arrivalsOf)
    .filter(({ coin, amount }) => amount > 0n && isListed(coin));

export const arrivalsOf = ({ txid, outputs }: PlayedTransaction): readonly Arrival[] =>
  outputs.map((output, index) => ({ ...output, txid, output: `out:${index}` }));
