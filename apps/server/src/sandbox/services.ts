import type { Network } from '@vitrine/chains';
import type { EndpointKey, Endpoints } from '@vitrine/contract';
import type { Services as Below } from '../api/services.ts';
import type * as kernel from '../http/handler.ts';
import type { OutboxMail } from '../providers/mail/outbox-mail.ts';
import type { SimulatedPayment } from '../providers/payment/simulated-payment.ts';
import type { SandboxPrices } from './sandbox-prices.ts';

/** What this module provides to its own handlers and to those of the modules above it. */
export interface Services extends Below {
  /** Messages the sandbox stores instead of sending them; undefined in production. */
  readonly outbox: OutboxMail | undefined;
  /** The sandbox's own payment provider; undefined if a different payment provider is configured, and in production. */
  readonly simulatedPayment: SimulatedPayment | undefined;
  /** Moves simulated prices; undefined in production and on followers. */
  readonly sandboxPrices: SandboxPrices | undefined;
  /** The networks that the sandbox simulates; undefined in production, on followers, and if it simulates none. */
  readonly sandboxChains: SandboxNetworks | undefined;
}

export type Handler<K extends EndpointKey> = kernel.Handler<Endpoints[K], Services>;

/** External events on a simulated network. */
export interface SandboxNetworks {
  /**
   * Sends a payment, with `amount` in smallest units; returns the transaction's id. Paying again with the same key
   * sends no second transaction.
   */
  pay(payment: {
    readonly network: Network;
    readonly to: string;
    readonly coin: string;
    readonly amount: bigint;
    readonly key: string;
  }): Promise<string>;
  /** Mines this many blocks now, and lets custody read them. */
  mine(network: Network, count: number): Promise<void>;
}
