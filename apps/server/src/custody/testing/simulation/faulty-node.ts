import {
  type BlockRef,
  type Chain,
  type ChainBlock,
  type Movement,
  NodeFault,
  NodeUnreachable,
  type Payment,
  type PaymentBounds,
  Rejected,
  type SignedTransaction,
  type SourceOf,
  type SweepBounds,
  type TransactionStatus,
  type UnsignedTransaction,
} from '@vitrine/chains';
import type { PlayedChain } from './played-chain.ts';
import type { Random } from './random.ts';

/** How a node currently behaves. */
export interface Mood {
  /** The number of blocks by which the node is behind. */
  readonly lag: number;
  /** The share of its responses that are wrong. */
  readonly lies: number;
  readonly isDown: boolean;
}

export const honest: Mood = { lag: 0, lies: 0, isDown: false };

/** A node of a simulated network. It may be down or lag behind, repeat blocks' contents, and give wrong responses. */
export class FaultyNode implements Chain {
  readonly network;
  readonly coins;
  readonly addresses;
  readonly hotAddress;
  mood: Mood = honest;
  readonly #chain: PlayedChain;
  readonly #random: Random;
  /** Whether the node may deny that a final transaction was included. */
  readonly #denies: boolean;
  /** Called during each query, so that the network can change meanwhile. */
  readonly #meanwhile: () => void;
  readonly #answered = new Map<string, TransactionStatus>();

  constructor(chain: PlayedChain, random: Random, denies: boolean, meanwhile: () => void) {
    this.network = chain.network;
    this.coins = chain.coins;
    this.addresses = chain.addresses;
    this.hotAddress = chain.hotAddress;
    this.#chain = chain;
    this.#random = random;
    this.#denies = denies;
    this.#meanwhile = meanwhile;
  }

  get #top(): number {
    return Math.max(1, this.#chain.tip.height - this.mood.lag);
  }

  #isWrong(): boolean {
    this.#meanwhile();
    if (this.mood.isDown) throw new NodeUnreachable('the node does not respond');
    return this.mood.lies > 0 && this.#random.chance(this.mood.lies);
  }

  async head(): Promise<BlockRef> {
    const isWrong = this.#isWrong();
    const height = this.#top;
    if (isWrong) return { height: height + this.#random.between(0, 40), hash: this.#random.hex(32) };
    return { height, hash: (await this.#chain.hashAt(height)) ?? '' };
  }

  async hashAt(height: number): Promise<string | undefined> {
    if (this.#isWrong()) return this.#random.chance(0.5) ? undefined : this.#random.hex(32);
    return height > this.#top ? undefined : this.#chain.hashAt(height);
  }

  async block(
    height: number,
    isOurs: (address: string) => boolean,
    sourceOf?: SourceOf,
  ): Promise<ChainBlock | undefined> {
    const isWrong = this.#isWrong();
    const block = height > this.#top ? undefined : await this.#chain.block(height, isOurs, sourceOf);
    if (block === undefined || !isWrong) return block;
    return this.#random.pick([
      undefined,
      { ...block, parentHash: this.#random.hex(32) },
      { ...block, height: height + 1 },
      this.#withMore(block),
    ]);
  }

  /**
   * The block with its transfers repeated, a transfer of an unlisted token, and a transfer to an address that is not
   * ours.
   */
  #withMore(block: ChainBlock): ChainBlock {
    const txid = this.#random.hex(32);
    const more = { txid, output: 'out:0', from: this.hotAddress, amount: 7n * 10n ** 18n };
    const toOthers = { ...more, coin: 'USDT', to: this.#random.hex(20) };
    const notListed = { ...more, coin: 'FAKE', to: this.hotAddress };
    return { ...block, transfers: [...block.transfers, toOthers, notListed, ...block.transfers] };
  }

  async transaction(txid: string): Promise<TransactionStatus> {
    const isWrong = this.#isWrong();
    const status = await this.#chain.transaction(txid);
    const seen: TransactionStatus =
      status.kind === 'included' && status.block.height > this.#top ? { kind: 'waiting' } : status;
    if (!isWrong) {
      this.#answered.set(txid, seen);
      return seen;
    }
    const before = this.#answered.get(txid);
    const said = before !== undefined && this.#random.chance(0.7) ? before : this.#oneOf('unknown', 'waiting');
    return said.kind === 'unknown' && !this.#denies ? seen : said;
  }

  #oneOf(...kinds: readonly ('unknown' | 'waiting')[]): TransactionStatus {
    return { kind: this.#random.pick(kinds) };
  }

  balance(coin: string, address: string): Promise<bigint> {
    this.#refuseSometimes();
    return this.#chain.balance(coin, address);
  }

  async build(payment: Payment, bounds: PaymentBounds): Promise<UnsignedTransaction> {
    this.#refuseSometimes();
    return this.#chain.build(payment, bounds);
  }

  async replacement(payment: Payment, stuck: UnsignedTransaction, bounds: PaymentBounds) {
    this.#refuseSometimes();
    return this.#chain.replacement(payment, stuck, bounds);
  }

  async sweep(index: number, coin: string, bounds: SweepBounds): Promise<readonly Movement[]> {
    this.#refuseSometimes();
    return this.#chain.sweep(index, coin, bounds);
  }

  /** The node may accept a transaction and forget it, or report that it did not accept one although it did. */
  async broadcast(signed: SignedTransaction): Promise<void> {
    if (!this.#isWrong()) return this.#chain.broadcast(signed);
    const [isTaken, failure] = this.#random.pick([
      [false, undefined],
      [true, new NodeUnreachable('no response')],
      [true, new NodeFault('garbage')],
      [true, new Rejected('the node refuses the transaction')],
      [false, new Rejected('the node refuses the transaction')],
    ] as const);
    if (isTaken) await this.#chain.broadcast(signed);
    if (failure !== undefined) throw failure;
  }

  #refuseSometimes(): void {
    if (this.#isWrong()) throw new NodeFault('garbage');
  }
}
