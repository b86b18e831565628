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

/** Prefix of a payment's `problem` if its source has insufficient funds. */
export const SHORT_OF_FUNDS = 'insufficient funds: ';

/**
 * On-chain payments. A requested payment is built, signed, broadcast and followed until it is final. If the server is
 * killed at any point, the payment continues from the database: a transaction is stored when it is built, before
 * signing is requested, and again when it is signed, before it is broadcast. All transactions of a payment exclude each
 * other by their claims (nonce or inputs) or by their expiry.
 */
export class Outgoing {
  readonly #parts: OutgoingParts;
  readonly #table: OutgoingTable;
  readonly #sending: OutgoingSending;
  readonly #following: OutgoingFollowing;
  readonly #keyUses: KeyUses;
  readonly #last = new Map<Network, Promise<void>>();
  /** Each network's head when all payments on it were last followed. */
  readonly #followedAt = new Map<Network, string>();

  constructor(parts: OutgoingParts) {
    this.#parts = parts;
    this.#table = new OutgoingTable(parts.pool);
    this.#sending = new OutgoingSending(parts, this.#table);
    this.#keyUses = new KeyUses(parts.pool);
    this.#following = new OutgoingFollowing(parts, this.#table, this.#sending, this.#keyUses);
  }

  /**
   * Requests a payment, within the caller's transaction. Repeating it changes nothing; throws if the id belongs to
   * another payment.
   */
  want(client: PoolClient, payment: WantedPayment): Promise<void> {
    return this.#table.want(client, payment);
  }

  /** Cancels a payment before anything is built, within the caller's transaction. Returns whether it did. */
  async unwant(client: PoolClient, id: string): Promise<boolean> {
    const network = await this.#table.unwant(client, id);
    if (network !== undefined) await new CustodyAlarms(client).end(network, 'withdrawal_failed', id);
    return network !== undefined;
  }

  /** Gives up a failed payment, at most once, within the caller's transaction. Returns whether it did. */
  async giveUp(client: PoolClient, id: string): Promise<boolean> {
    const network = await this.#table.giveUp(client, id, this.#parts.nowMs());
    if (network !== undefined) await new CustodyAlarms(client).end(network, 'withdrawal_failed', id);
    return network !== undefined;
  }

  /** The settled holdings of a deposit address, which payments may spend; undefined on Bitcoin. */
  async settledAt(network: Network, addressIndex: number): Promise<SettledHoldings | undefined> {
    const coins = this.#parts.chains.get(network)?.coins ?? [];
    return settledAt({ pool: this.#parts.pool, network, coins, rows: this.#parts.rows() }, addressIndex);
  }

  payment(id: string): Promise<OutgoingPayment | undefined> {
    return this.#table.one(id);
  }

  /** Stores a block's uses of our keys outside the exchange, within the transaction that stores the block. */
  keepKeyUses(client: PoolClient, network: Network, block: ChainBlock): Promise<void> {
    return this.#keyUses.keep(client, network, block);
  }

  /**
   * Whether the network's final blocks still prove that this payment moved nothing. If they do not, the payment is
   * followed again, unless it was given up. Throws ChainError if the node fails.
   */
  async confirmFailure(id: string): Promise<boolean> {
    const payment = await this.#table.one(id);
    const chain = payment && this.#parts.chains.get(payment.network);
    return payment !== undefined && chain !== undefined && (await this.#following.confirmFailure(chain, payment));
  }

  /**
   * Handles a reorg starting at this height, within the caller's transaction. A payment that has claims and whose final
   * block was replaced is followed again; its transaction is rebroadcast if needed, and an alarm stays open until the
   * payment ends again.
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

  /** Whether we made this transaction: sweeps, gas and change are not deposits. */
  isOwn(client: PoolClient, network: Network, txid: string): Promise<boolean> {
    return this.#table.isOwn(client, network, txid);
  }

  /** Runs one cycle on a network, after any cycle in progress has ended. Throws ChainError if the node fails. */
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
   * Works on each payment. A payment that cannot proceed does not block the others, and is retried later. An
   * unreachable node or a failing signer blocks all payments.
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

/**
 * The text stored as the reason why a payment is delayed. If funds are insufficient, the text starts with
 * SHORT_OF_FUNDS, because a sweep can then bring funds to the payment's source.
 */
const problemOf = (error: Error): string =>
  error instanceof InsufficientFunds ? `${SHORT_OF_FUNDS}${error.message}` : error.message;
