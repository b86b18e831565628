import type { Chain, Network } from '@vitrine/chains';
import type { Pool, PoolClient } from 'pg';
import { type OutgoingPayment, OutgoingTable, type WantedPayment } from './outgoing-table.ts';

export type { OutgoingPayment, OutgoingState, WantedPayment } from './outgoing-table.ts';

export interface OutgoingParts {
  readonly pool: Pool;
  readonly chains: ReadonlyMap<Network, Chain>;
}

/**
 * What is paid on chains. A payment that is wanted is built, signed, broadcast and followed until it has its confirmations;
 * every change of it is told by NOTIFY on 'outgoing_payments' as '<id> <state>'.
 */
export class Outgoing {
  readonly #table: OutgoingTable;

  constructor(parts: OutgoingParts) {
    this.#table = new OutgoingTable(parts.pool);
  }

  /**
   * Wants a payment, within the caller's transaction. Repeating it changes nothing; throws where the id names another
   * payment.
   */
  want(client: PoolClient, payment: WantedPayment): Promise<void> {
    return this.#table.want(client, payment);
  }

  /** Takes back a payment of which nothing was built yet, within the caller's transaction. Returns whether it did. */
  unwant(client: PoolClient, id: string): Promise<boolean> {
    return this.#table.unwant(client, id);
  }

  payment(id: string): Promise<OutgoingPayment | undefined> {
    return this.#table.one(id);
  }

  /** Whether we made this transaction: sweeps, gas and change are no deposits. */
  isOwn(client: PoolClient, network: Network, txid: string): Promise<boolean> {
    return this.#table.isOwn(client, network, txid);
  }

  /** One round of everything there is to do on a network; returns whether there is more at once. Throws ChainError. */
  async step(_network: Network): Promise<boolean> {
    return false;
  }
}
