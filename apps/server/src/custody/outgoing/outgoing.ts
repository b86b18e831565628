import {
  type ChainBlock,
  ChainError,
  InsufficientFunds,
  type Network,
  NodeUnreachable,
  SignerFault,
  SignerUnreachable,
} from '@vitrine/chains';
import type { PoolClient } from 'pg';
import { alarmDetail, CustodyAlarms } from '../alarms.ts';
import { type SettledHoldings, settledAt } from '../reconciliation/settled-holdings.ts';
import { OutgoingFollowing } from './following.ts';
import { KeyUses } from './key-uses.ts';
import type { OutgoingParts } from './parts.ts';
import { OutgoingSending } from './sending.ts';
import { type OutgoingPayment, OutgoingTable, type WantedPayment } from './table.ts';

export type { OutgoingPayment, OutgoingState, WantedPayment } from './table.ts';

/** Begins the problem of a payment whose source has too little. */
export const SHORT_OF_FUNDS = 'too little to pay with: ';

/**
 * What is paid on chains. A payment that is wanted is built, signed, broadcast and followed until it has its confirmations.
 * Whatever is killed when, it goes on from the rows: what is built is kept before it is signed, what is signed before it is
 * broadcast, and all transactions of a payment exclude each other by what they claim or by their expiry.
 */
export class Outgoing {
  readonly #parts: OutgoingParts;
  readonly #table: OutgoingTable;
  readonly #sending: OutgoingSending;
  readonly #following: OutgoingFollowing;
  readonly #keyUses: KeyUses;
  readonly #last = new Map<Network, Promise<void>>();
  /** The head at which everything of a network was followed last. */
  readonly #followedAt = new Map<Network, string>();

  constructor(parts: OutgoingParts) {
    this.#parts = parts;
    this.#table = new OutgoingTable(parts.pool);
    this.#sending = new OutgoingSending(parts, this.#table);
    this.#keyUses = new KeyUses(parts.pool);
    this.#following = new OutgoingFollowing(parts, this.#table, this.#sending, this.#keyUses);
  }

  /**
   * Wants a payment, within the caller's transaction. Repeating it changes nothing; throws where the id names another
   * payment.
   */
  want(client: PoolClient, payment: WantedPayment): Promise<void> {
    return this.#table.want(client, payment);
  }

  /** Withdraws a payment of which nothing is built, within the caller's transaction. Returns whether it did. */
  async unwant(client: PoolClient, id: string): Promise<boolean> {
    const network = await this.#table.unwant(client, id);
    if (network !== undefined) await new CustodyAlarms(client).end(network, 'withdrawal_failed', id);
    return network !== undefined;
  }

  /** Gives up a payment that has failed, within the caller's transaction: once. Returns whether it did. */
  async giveUp(client: PoolClient, id: string): Promise<boolean> {
    const network = await this.#table.giveUp(client, id, this.#parts.nowMs());
    if (network !== undefined) await new CustodyAlarms(client).end(network, 'withdrawal_failed', id);
    return network !== undefined;
  }

  /** What a deposit address has that payments may count on; undefined where each output says so itself. */
  async settledAt(network: Network, addressIndex: number): Promise<SettledHoldings | undefined> {
    const coins = this.#parts.chains.get(network)?.coins ?? [];
    return settledAt({ pool: this.#parts.pool, network, coins, rows: this.#parts.rows() }, addressIndex);
  }

  payment(id: string): Promise<OutgoingPayment | undefined> {
    return this.#table.one(id);
  }

  /** Keeps what a block has that our keys signed and we did not make, within the transaction that keeps the block. */
  keepKeyUses(client: PoolClient, network: Network, block: ChainBlock): Promise<void> {
    return this.#keyUses.keep(client, network, block);
  }

  /**
   * Whether the network still says, and for good, that this payment moved nothing. Where it says something else, the payment
   * is followed again, unless it was given up. Throws ChainError where its node is at fault.
   */
  async confirmFailure(id: string): Promise<boolean> {
    const payment = await this.#table.one(id);
    const chain = payment && this.#parts.chains.get(payment.network);
    return payment !== undefined && chain !== undefined && (await this.#following.confirmFailure(chain, payment));
  }

  /**
   * A reorg from this height on: payments completed in a replaced block are followed again, their bytes rebroadcast
   * if needed, and each has an alarm until it is completed again. Within the caller's transaction.
   */
  async takeBack(client: PoolClient, network: Network, fromHeight: number): Promise<void> {
    const alarms = new CustodyAlarms(client);
    await this.#keyUses.drop(client, network, fromHeight);
    for (const id of await this.#table.reopenFrom(client, network, fromHeight))
      await alarms.raise({
        network,
        kind: 'deep_reorganisation',
        subject: id,
        detail: alarmDetail('payment_replaced', { payment: id }),
      });
  }

  /** Whether we made this transaction: sweeps, gas and change are no deposits. */
  isOwn(client: PoolClient, network: Network, txid: string): Promise<boolean> {
    return this.#table.isOwn(client, network, txid);
  }

  /** One round of everything there is to do on a network, after the one under way. Throws ChainError where its node is at fault. */
  step(network: Network): Promise<void> {
    const round = (): Promise<void> => this.#round(network);
    const next = (this.#last.get(network) ?? Promise.resolve()).then(round, round);
    this.#last.set(network, next);
    return next;
  }

  async #round(network: Network): Promise<void> {
    const chain = this.#parts.chains.get(network);
    const payments = await this.#table.open(network);
    if (chain === undefined || payments.length === 0) return;
    const head = await chain.head();
    const isFollowed = this.#followedAt.get(network) === head.hash;
    const isWanted = ({ state }: OutgoingPayment): boolean => state === 'wanted';
    const sent = payments.filter((payment) => !isWanted(payment) && (payment.state === 'signed' || !isFollowed));
    await this.#each(sent, (payment) => this.#following.follow(chain, head, payment));
    this.#followedAt.set(network, head.hash);
    await this.#each(payments.filter(isWanted), (payment) => this.#sending.send(chain, head, payment));
  }

  /**
   * What keeps one payment from going on keeps no other, and it is tried again. A node that does not answer keeps all, and
   * so does a signer.
   */
  async #each(payments: readonly OutgoingPayment[], work: (payment: OutgoingPayment) => Promise<void>): Promise<void> {
    let unexpected: unknown;
    for (const payment of payments) {
      try {
        await work(payment);
      } catch (error) {
        await this.#sending.postpone(payment, problemOf(error as Error));
        if (error instanceof NodeUnreachable) throw error;
        if (error instanceof SignerUnreachable || error instanceof SignerFault) break;
        if (!(error instanceof ChainError)) unexpected ??= error;
      }
    }
    if (unexpected !== undefined) throw unexpected;
  }
}

/** Distinct from other reasons that delay a payment: a sweep can bring more to where it is paid from. */
const problemOf = (error: Error): string =>
  error instanceof InsufficientFunds ? `${SHORT_OF_FUNDS}${error.message}` : error.message;
