import type { Network } from '@vitrine/chains';
import type { Pool } from 'pg';
import type { AlarmDetail, AlarmKind } from '../alarms.ts';

export interface HeldCoin {
  readonly network: Network;
  readonly coin: string;
  readonly atMs: number;
  readonly position: number;
  readonly height: number;
  /** The hot wallet's balance. All amounts are in the coin's smallest units on the network, as decimal strings. */
  readonly hot: string;
  readonly atAddresses: string;
  readonly owed: string;
  readonly uncredited: string;
  readonly rounding: string;
  readonly leaving: string;
  readonly difference: string;
}

export interface OpenAlarm {
  readonly network: Network;
  readonly kind: AlarmKind;
  readonly subject: string;
  /** In English. */
  readonly detail: string;
  /** Empty if the alarm was raised by an earlier release, which had no message codes. */
  readonly code: AlarmDetail['code'] | '';
  readonly parameters: AlarmDetail['parameters'];
  readonly sinceMs: number;
}

export interface OpenPayment {
  readonly id: string;
  readonly network: Network;
  readonly purpose: 'withdrawal' | 'sweep' | 'gas';
  readonly coin: string;
  readonly to: string;
  readonly amount: string;
  readonly state: 'wanted' | 'signed' | 'broadcast' | 'included' | 'confirmed' | 'failed';
  readonly problem: string;
  readonly attempts: number;
  readonly txid: string;
  readonly confirmations: number;
  readonly wantedAtMs: number;
}

const MOST_PAYMENTS = 200;

/** The operators' view of custody. */
export class Treasury {
  readonly #pool: Pick<Pool, 'query'>;

  constructor(pool: Pick<Pool, 'query'>) {
    this.#pool = pool;
  }

  /** The last reconciliation of each coin on each network. */
  async holdings(): Promise<readonly HeldCoin[]> {
    const { rows } = await this.#pool.query<HeldCoin>(
      `select distinct on (network, coin) network, coin, (extract(epoch from at) * 1000)::float8 as "atMs",
         log_position::float8 as position, height::float8 as height, hot::text, at_addresses::text as "atAddresses",
         owed::text, uncredited::text, rounding::text, leaving::text, difference::text
       from reconciliations order by network, coin, at desc`,
    );
    return rows;
  }

  async alarms(): Promise<readonly OpenAlarm[]> {
    const { rows } = await this.#pool.query<OpenAlarm>(
      `select network, kind, subject, detail, code, parameters, (extract(epoch from since) * 1000)::float8 as "sinceMs"
       from custody_alarms where ended_at is null order by since`,
    );
    return rows;
  }

  /** Payments in progress, and failed withdrawals awaiting a decision, oldest first, at most `MOST_PAYMENTS`. */
  async payments(): Promise<readonly OpenPayment[]> {
    const { rows } = await this.#pool.query<OpenPayment>(
      `select p.id, p.network, p.purpose, p.coin, p.to_address as "to", p.amount::text, p.state, p.problem, p.attempts,
         p.txid, p.confirmations, (extract(epoch from p.wanted_at) * 1000)::float8 as "wantedAtMs"
       from outgoing_payments p
       where p.ended_at is null or (p.state = 'failed' and p.purpose = 'withdrawal' and p.given_up_at is null)
       order by p.wanted_at limit ${MOST_PAYMENTS}`,
    );
    return rows;
  }
}
