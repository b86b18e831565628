import type {
  Network,
  Payment,
  PaymentPurpose,
  PaymentSource,
  SignedTransaction,
  UnsignedTransaction,
} from '@vitrine/chains';
import type { Pool } from 'pg';

/** A payment that the exchange wants to be made. */
export interface WantedPayment extends Payment {
  readonly network: Network;
  readonly purpose: PaymentPurpose;
  /** Of the deposit address that gas goes to. */
  readonly toIndex?: number;
}

export type OutgoingState = 'wanted' | 'signed' | 'broadcast' | 'included' | 'confirmed' | 'failed';

export interface OutgoingPayment extends WantedPayment {
  readonly state: OutgoingState;
  /** What keeps it from going on just now; empty where nothing does. */
  readonly problem: string;
  readonly attempts: number;
  /** Of the transaction that was included, else of the newest that was sent; undefined before. */
  readonly txid: string | undefined;
  readonly confirmations: number;
  /** Paid to the network, in its own coin's smallest units; undefined before it is included. */
  readonly fee: bigint | undefined;
}

/** One transaction of a payment. */
export interface OutgoingVersion {
  readonly paymentId: string;
  readonly version: number;
  readonly unsigned: UnsignedTransaction;
  /** Undefined where the signer has not answered yet. */
  readonly signed: SignedTransaction | undefined;
  readonly broadcastAtMs: number | undefined;
}

/** Where a payment stands on its network. */
export interface Inclusion {
  readonly txid: string;
  readonly fee: bigint;
  readonly succeeded: boolean;
  readonly height: number;
  readonly blockHash: string;
  readonly confirmations: number;
}

type Queries = Pick<Pool, 'query'>;

interface PaymentRow {
  readonly id: string;
  readonly network: Network;
  readonly purpose: PaymentPurpose;
  readonly source: string;
  readonly coin: string;
  readonly to_address: string;
  readonly to_index: number | null;
  readonly amount: string;
  readonly state: OutgoingState;
  readonly problem: string;
  readonly attempts: number;
  readonly txid: string;
  readonly fee: string | null;
  readonly confirmations: number;
}

interface VersionRow {
  readonly payment_id: string;
  readonly version: number;
  readonly source: string;
  readonly unsigned: string;
  readonly claims: string[];
  readonly max_fee: string;
  readonly expires_at_ms: string | null;
  readonly txid: string | null;
  readonly signed: string | null;
  readonly broadcast_at: Date | null;
}

/** The rows of payments and of their transactions. */
export class OutgoingTable {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Repeating it changes nothing. Throws where the name belongs to another payment. */
  async want(client: Queries, payment: WantedPayment): Promise<void> {
    const { id, network, purpose, source, coin, to, toIndex, amount } = payment;
    const { rowCount } = await client.query(
      `insert into outgoing_payments (id, network, purpose, source, coin, to_address, to_index, amount)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
       on conflict (id) do update set id = excluded.id
       where (outgoing_payments.network, outgoing_payments.purpose, outgoing_payments.source, outgoing_payments.coin,
           outgoing_payments.to_address, outgoing_payments.amount)
         = (excluded.network, excluded.purpose, excluded.source, excluded.coin, excluded.to_address, excluded.amount)`,
      [id, network, purpose, sourceText(source), coin, to, toIndex ?? null, String(amount)],
    );
    if (rowCount === 0) throw new Error(`${id} names another payment`);
  }

  /** Takes back a payment of which nothing was ever built. Returns whether it did. */
  async unwant(client: Queries, id: string): Promise<boolean> {
    const { rowCount } = await client.query(
      `delete from outgoing_payments where id = $1 and state = 'wanted'
         and not exists (select from outgoing_transactions where payment_id = $1)`,
      [id],
    );
    return rowCount === 1;
  }

  async one(id: string): Promise<OutgoingPayment | undefined> {
    const { rows } = await this.#pool.query<PaymentRow>(`${paymentRows} where p.id = $1`, [id]);
    return rows[0] && paymentOf(rows[0]);
  }

  /** Those that are not over, in the order they were wanted. */
  async open(network: Network): Promise<readonly OutgoingPayment[]> {
    const { rows } = await this.#pool.query<PaymentRow>(
      `${paymentRows} where p.network = $1 and p.ended_at is null order by p.wanted_at, p.id`,
      [network],
    );
    return rows.map(paymentOf);
  }

  /** Whether we made this transaction ourselves. */
  async isOwn(client: Queries, network: Network, txid: string): Promise<boolean> {
    const { rowCount } = await client.query('select from outgoing_transactions where network = $1 and txid = $2', [
      network,
      txid,
    ]);
    return rowCount !== 0;
  }

  /** Oldest first. */
  async versions(paymentId: string): Promise<readonly OutgoingVersion[]> {
    const { rows } = await this.#pool.query<VersionRow>(
      `select t.*, p.source from outgoing_transactions t join outgoing_payments p on p.id = t.payment_id
       where t.payment_id = $1 order by t.version`,
      [paymentId],
    );
    return rows.map(versionOf);
  }

  /** What payments in flight claim, but for this one. */
  async taken(network: Network, butFor: string): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ claim: string }>(
      'select claim from outgoing_claims where network = $1 and payment_id <> $2',
      [network, butFor],
    );
    return rows.map(({ claim }) => claim);
  }
}

const paymentRows = `select p.*, coalesce(nullif(p.txid, ''), (select t.txid from outgoing_transactions t
  where t.payment_id = p.id and t.broadcast_at is not null order by t.version desc limit 1), '') as txid
  from outgoing_payments p`;

function sourceText(source: PaymentSource): string {
  return source.kind === 'hot' ? 'hot' : String(source.index);
}

function sourceOf(text: string): PaymentSource {
  return text === 'hot' ? { kind: 'hot' } : { kind: 'deposit', index: Number(text) };
}

function paymentOf(row: PaymentRow): OutgoingPayment {
  const { id, network, purpose, coin, state, problem, attempts, confirmations } = row;
  return {
    id,
    network,
    purpose,
    source: sourceOf(row.source),
    coin,
    to: row.to_address,
    ...(row.to_index === null ? {} : { toIndex: row.to_index }),
    amount: BigInt(row.amount),
    state,
    problem,
    attempts,
    txid: row.txid === '' ? undefined : row.txid,
    confirmations,
    fee: row.fee === null ? undefined : BigInt(row.fee),
  };
}

function versionOf(row: VersionRow): OutgoingVersion {
  const { payment_id, version, txid, signed } = row;
  return {
    paymentId: payment_id,
    version,
    unsigned: {
      bytes: row.unsigned,
      source: sourceOf(row.source),
      claims: row.claims,
      maxFee: BigInt(row.max_fee),
      ...(row.expires_at_ms === null ? {} : { expiresAtMs: Number(row.expires_at_ms) }),
    },
    signed: txid === null || signed === null ? undefined : { txid, bytes: signed },
    broadcastAtMs: row.broadcast_at?.getTime(),
  };
}
