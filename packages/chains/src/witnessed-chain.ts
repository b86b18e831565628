import { isDeepStrictEqual } from 'node:util';
import type {
  AddressFormat,
  BlockRef,
  Chain,
  ChainBlock,
  ChainCoin,
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
} from './chain.ts';
import { NodeFault, Rejected } from './chain-errors.ts';

/**
 * A network read through two independent nodes. Facts that move money count only if both nodes report them: the
 * transfers in a block, a reorg, the outcome of a payment, or that a payment can never be included. A fact that only
 * one node has reported is withheld until the other reports it too; a contradiction is a NodeFault.
 */
export class WitnessedChain implements Chain {
  readonly network: Network;
  readonly coins: readonly ChainCoin[];
  readonly addresses: AddressFormat;
  readonly hotAddress: string;
  readonly #chain: Chain;
  readonly #witness: Chain;

  /** @param witness the same network with the same settings, through the second node */
  constructor(chain: Chain, witness: Chain) {
    this.network = chain.network;
    this.coins = chain.coins;
    this.addresses = chain.addresses;
    this.hotAddress = chain.hotAddress;
    this.#chain = chain;
    this.#witness = witness;
  }

  /** The newest block that both nodes should have: the lower of their heads. */
  async head(): Promise<BlockRef> {
    const [head, seen] = await Promise.all([this.#chain.head(), this.#witness.head()]);
    if (head.height <= seen.height) return head;
    const hash = await this.#chain.hashAt(seen.height);
    if (hash === undefined)
      throw new NodeFault(`${this.network}: the node does not have block ${seen.height}, which is below its head`);
    return { height: seen.height, hash };
  }

  async block(
    height: number,
    isOurs: (address: string) => boolean,
    sourceOf?: SourceOf,
  ): Promise<ChainBlock | undefined> {
    const [block, seen] = await Promise.all(
      [this.#chain, this.#witness].map((chain) => chain.block(height, isOurs, sourceOf)),
    );
    if (block === undefined || seen === undefined) return undefined;
    this.#expectSame(height, [block.hash, block.parentHash], [seen.hash, seen.parentHash]);
    this.#expectSame(height, block.spends, seen.spends);
    const unread = [...new Set([...(block.unread ?? []), ...(seen.unread ?? [])])];
    const isRead = ({ txid }: ChainTransfer) => !unread.includes(txid);
    this.#expectSame(height, block.transfers.filter(isRead), seen.transfers.filter(isRead));
    // If one of the nodes could not read a transaction completely, only the transfers that both report count.
    const transfers = block.transfers.filter((one) => isRead(one) || isAmong(seen.transfers, one));
    const { unread: _, ...rest } = block;
    return { ...rest, transfers, ...(unread.length > 0 ? { unread } : {}) };
  }

  async hashAt(height: number): Promise<string | undefined> {
    const [hash, seen] = await Promise.all([this.#chain.hashAt(height), this.#witness.hashAt(height)]);
    if (hash === undefined || seen === undefined) return undefined;
    this.#expectSame(height, hash, seen);
    return hash;
  }

  /**
   * `included` only if both nodes have the transaction in the same block with the same outcome; `unknown` only if
   * neither has it.
   */
  async transaction(txid: string): Promise<TransactionStatus> {
    const [status, seen] = await Promise.all([this.#chain.transaction(txid), this.#witness.transaction(txid)]);
    if (status.kind === 'included' && seen.kind === 'included') {
      this.#expectSame(status.block.height, status, seen);
      return status;
    }
    return status.kind === 'unknown' && seen.kind === 'unknown' ? status : { kind: 'waiting' };
  }

  async balance(coin: string, address: string): Promise<bigint> {
    return await this.#chain.balance(coin, address);
  }

  async build(payment: Payment, bounds: PaymentBounds): Promise<UnsignedTransaction> {
    return await this.#chain.build(payment, bounds);
  }

  async replacement(
    payment: Payment,
    stuck: UnsignedTransaction,
    bounds: PaymentBounds,
  ): Promise<UnsignedTransaction | undefined> {
    return await this.#chain.replacement(payment, stuck, bounds);
  }

  async sweep(index: number, coin: string, bounds: SweepBounds): Promise<readonly Movement[]> {
    return await this.#chain.sweep(index, coin, bounds);
  }

  /**
   * Sends through both nodes, so that a single node can neither delay a payment by withholding it nor declare it void.
   */
  async broadcast(signed: SignedTransaction): Promise<void> {
    const sent = await Promise.allSettled([this.#chain.broadcast(signed), this.#witness.broadcast(signed)]);
    const failures = sent.flatMap((each): unknown[] => (each.status === 'rejected' ? [each.reason] : []));
    if (failures.length < sent.length) return;
    throw failures.find((failure) => !(failure instanceof Rejected)) ?? failures[0];
  }

  #expectSame(height: number, said: unknown, seen: unknown): void {
    if (isDeepStrictEqual(said, seen)) return;
    throw new NodeFault(`${this.network}: the node and its witness disagree about block ${height}`);
  }
}

function isAmong(transfers: readonly ChainTransfer[], one: ChainTransfer): boolean {
  return transfers.some((other) => isDeepStrictEqual(one, other));
}
