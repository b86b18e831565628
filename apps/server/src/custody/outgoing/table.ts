import {
  type BlockRef,
  type Network,
  type Payment,
  type PaymentPurpose,
  type PaymentSource,
  type SignedBefore,
  type SignedTransaction,
  type UnsignedTransaction,
  unsignedHash,
  WOULD_FAIL,
} from '@vitrine/chains';
import type { Pool } from 'pg';
import { inTransaction } from '../../kit/postgres/transaction.ts';
import type { Displacement } from './key-uses.ts';

/** SET clause for a payment that has advanced: clears the reason for a delay and the retry counters. */
const UNHINDERED = `problem = '', attempts = 0, would_fail_attempts = 0, next_at = '-infinity'`;

/** A payment that the exchange requests. */
export interface WantedPayment extends Payment {
  readonly network: Network;
  readonly purpose: PaymentPurpose;
  /** Index of the deposit address that receives gas. */
  readonly toIndex?: number;
}

export type OutgoingState = 'wanted' | 'signed' | 'broadcast' | 'included' | 'confirmed' | 'failed';

export interface OutgoingPayment extends WantedPayment {
  readonly state: OutgoingState;
  /** Why the payment cannot proceed at the moment; empty if it can. */
  readonly problem: string;
  readonly attempts: number;
  /** The number of attempts in which a dry run showed that the payment would fail. */
  readonly wouldFailAttempts: number;
  /** Time of the next attempt; zero means immediately. */
  readonly nextAtMs: number;
  /**
   * The id of the included transaction or, if none is included, of the newest one broadcast; undefined before any is
   * broadcast.
   */
  readonly txid: string | undefined;
  /**
   * The block that contains the payment or, for a displaced payment, the block of the transaction that displaced it;
   * undefined if there is none.
   */
  readonly block: BlockRef | undefined;
  readonly confirmations: number;
  /** The fee paid to the network, in smallest units of its native coin; undefined while no transaction is included. */
  readonly fee: bigint | undefined;
  /**
   * The finalized transaction that used the nonce or the inputs of the payment's own transactions, which therefore can
   * never be included; undefined if there is none.
   */
  readonly displacedBy: string | undefined;
}

/** One transaction of a payment. */
export interface OutgoingVersion {
  readonly paymentId: string;
  readonly version: number;
  readonly unsigned: UnsignedTransaction;
  /** Undefined until the signer has responded. */
  readonly signed: SignedTransaction | undefined;
  readonly builtAtMs: number;
  readonly wasBroadcast: boolean;
}

/** A signed transaction of a payment. */
export interface SignedVersion extends OutgoingVersion {
  readonly signed: SignedTransaction;
}

/** The transaction and the block in which a payment was included, and its outcome. */
export interface Inclusion {
  readonly txid: string;
  readonly fee: bigint;
  readonly succeeded: boolean;
  readonly height: number;
  readonly blockHash: string;
  readonly confirmations: number;
}

/**
 * What pending payments will take from the hot wallet: by coin, the sum of their amounts in smallest units; and the sum
 * of their maximum fees, in smallest units of the network's native coin.
 */
export interface InFlight {
  readonly amounts: ReadonlyMap<string, bigint>;
  readonly fees: bigint;
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
  readonly would_fail_attempts: number;
  readonly next_at_ms: string;
  readonly txid: string;
  readonly fee: string | null;
  readonly height: string | null;
  readonly block_hash: string | null;
  readonly confirmations: number;
  readonly displaced_by: string;
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
  readonly built_at: Date;
  readonly broadcast_at: Date | null;
}

/** The rows of payments and of their transactions. */
export class OutgoingTable {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Stores a requested payment. Repeating this changes nothing. Throws if the id belongs to another payment. */
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
    if (rowCount === 0) throw new Error(`the id ${id} is already used by a different payment`);
  }

  /** Cancels a payment for which nothing is built yet, and returns its network; otherwise returns undefined. */
  async unwant(client: Queries, id: string): Promise<Network | undefined> {
    const { rows } = await client.query<{ network: Network }>(
      `delete from outgoing_payments where id = $1 and state = 'wanted'
         and not exists (select from outgoing_transactions where payment_id = $1) returning network`,
      [id],
    );
    return rows[0]?.network;
  }

  async one(id: string): Promise<OutgoingPayment | undefined> {
    const { rows } = await this.#pool.query<PaymentRow>(`${paymentRows} where p.id = $1`, [id]);
    return rows[0] && paymentOf(rows[0]);
  }

  /**
   * Unfinished payments, interleaved: the oldest payment of each client and of the exchange itself, then the second
   * oldest of each, and so on. A client with many payments thus delays every other client by only one payment.
   */
  async open(network: Network): Promise<readonly OutgoingPayment[]> {
    const { rows } = await this.#pool.query<PaymentRow>(
      `${paymentRows} left join withdrawals w on w.payment_id = p.id
       where p.network = $1 and p.ended_at is null
       order by row_number() over (partition by w.owner order by p.wanted_at, p.id), p.wanted_at, p.id`,
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

  /** The transactions of a payment, oldest first. */
  async versions(paymentId: string): Promise<readonly OutgoingVersion[]> {
    const { rows } = await this.#pool.query<VersionRow>(
      `select t.*, p.source from outgoing_transactions t join outgoing_payments p on p.id = t.payment_id
       where t.payment_id = $1 order by t.version`,
      [paymentId],
    );
    return rows.map(versionOf);
  }

  /** The most recently built signed transactions, oldest first. */
  async signedBefore(most: number): Promise<readonly SignedBefore[]> {
    const { rows } = await this.#pool.query<Pick<VersionRow, 'payment_id' | 'unsigned' | 'built_at'>>(
      `select payment_id, unsigned, built_at from outgoing_transactions where signed is not null
       order by built_at desc, payment_id, version desc limit $1`,
      [most],
    );
    return rows.reverse().map(({ payment_id, unsigned, built_at }) => ({
      paymentId: payment_id,
      hash: unsignedHash(unsigned),
      builtAtMs: built_at.getTime(),
    }));
  }

  /**
   * What a new payment must not spend: the claims of all other payments in flight, and the outputs (Bitcoin's change)
   * of payments with more than one transaction. Only one transaction of a payment can be included: the outputs of the
   * others will never exist, and a payment that spends them is void.
   */
  async taken(network: Network, butFor: string): Promise<readonly string[]> {
    const { rows } = await this.#pool.query<{ claim: string }>(
      `select claim from outgoing_claims where network = $1 and payment_id <> $2
       union all
       select t.txid || ':' || output from outgoing_transactions t join outgoing_payments p on p.id = t.payment_id
       cross join generate_series(0, 1) output
       where p.network = $1 and p.id <> $2 and p.ended_at is null and t.txid is not null
         and exists (select from outgoing_transactions other where other.payment_id = p.id and other.version > 1)`,
      [network, butFor],
    );
    return rows.map(({ claim }) => claim);
  }

  /** What pending payments other than this one will take from the hot wallet. */
  async inFlight(network: Network, butFor: string): Promise<InFlight> {
    const { rows } = await this.#pool.query<{ coin: string; amount: string; fees: string }>(
      `select p.coin, sum(p.amount) as amount, sum(t.fee) as fees from outgoing_payments p
       cross join lateral (select max(max_fee) as fee from outgoing_transactions where payment_id = p.id) t
       where p.network = $1 and p.id <> $2 and p.source = 'hot' and p.ended_at is null and p.state <> 'included'
         and t.fee is not null group by p.coin`,
      [network, butFor],
    );
    return {
      amounts: new Map(rows.map(({ coin, amount }) => [coin, BigInt(amount)])),
      fees: rows.reduce((sum, { fees }) => sum + BigInt(fees), 0n),
    };
  }

  /**
   * Stores the built transaction with its claims before signing is requested, so that after a crash the same bytes are
   * signed again. Returns false if the payment was cancelled, or has lost an approval that it needs, in the meantime.
   */
  async reserve(
    { id, network }: OutgoingPayment,
    version: number,
    unsigned: UnsignedTransaction,
    atMs: number,
  ): Promise<boolean> {
    return inTransaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ state: OutgoingState }>(
        'select state from outgoing_payments where id = $1 and ended_at is null for update',
        [id],
      );
      if (rows[0] === undefined) return false;
      if (rows[0].state === 'wanted' && !(await isApproved(client, id))) {
        await forgetUnsigned(client, id);
        return false;
      }
      await client.query(
        `insert into outgoing_transactions (payment_id, version, network, unsigned, claims, max_fee, expires_at_ms, built_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          id,
          version,
          network,
          unsigned.bytes,
          unsigned.claims,
          String(unsigned.maxFee),
          unsigned.expiresAtMs ?? null,
          new Date(atMs),
        ],
      );
      // The payment's existing claims stay reserved. If another payment holds one of the new claims, the insertion
      // fails, and nothing is stored.
      await client.query(
        `insert into outgoing_claims (network, claim, payment_id)
         select $1, claim, $2 from unnest($3::text[]) claim
         where not exists (select from outgoing_claims o where o.network = $1 and o.claim = claim.claim and o.payment_id = $2)`,
        [network, id, unsigned.claims],
      );
      return true;
    });
  }

  /**
   * Deletes a transaction that the signer refused. If the payment has no other transaction, its claims are deleted too.
   */
  async release({ paymentId, version }: OutgoingVersion): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await client.query(
        'delete from outgoing_transactions where payment_id = $1 and version = $2 and signed is null',
        [paymentId, version],
      );
      await client.query(
        `delete from outgoing_claims where payment_id = $1
           and not exists (select from outgoing_transactions where payment_id = $1)`,
        [paymentId],
      );
    });
  }

  /**
   * Stores the signed bytes. Returns false if they must not be sent: the row no longer exists, or already contains
   * different signed bytes.
   */
  sign({ paymentId, version }: OutgoingVersion, { txid, bytes }: SignedTransaction): Promise<boolean> {
    return inTransaction(this.#pool, async (client) => {
      const { rowCount } = await client.query(
        `update outgoing_transactions set txid = $3, signed = $4
         where payment_id = $1 and version = $2 and (signed is null or signed = $4)`,
        [paymentId, version, txid, bytes],
      );
      if (rowCount === 0) return false;
      await client.query(
        `update outgoing_payments set state = case state when 'wanted' then 'signed' else state end,
           ${UNHINDERED} where id = $1`,
        [paymentId],
      );
      return true;
    });
  }

  /** Records that the node has accepted the transaction. */
  async broadcast({ paymentId, version }: OutgoingVersion, atMs: number): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await client.query(
        'update outgoing_transactions set broadcast_at = coalesce(broadcast_at, $3) where payment_id = $1 and version = $2',
        [paymentId, version, new Date(atMs)],
      );
      await client.query(
        `update outgoing_payments set state = case state when 'signed' then 'broadcast' else state end,
           ${UNHINDERED} where id = $1 and ended_at is null`,
        [paymentId],
      );
    });
  }

  /** Records that the transaction is in a block. */
  async include(id: string, { txid, fee, succeeded, height, blockHash, confirmations }: Inclusion): Promise<void> {
    await this.#pool.query(
      `update outgoing_payments set state = 'included', txid = $2, fee = $3, succeeded = $4, height = $5, block_hash = $6,
         confirmations = $7, ${UNHINDERED}
       where id = $1 and ended_at is null
         and (state, txid, block_hash, confirmations) is distinct from ('included', $2, $6, $7)`,
      [id, txid, String(fee), succeeded, height, blockHash, confirmations],
    );
  }

  /** Records that the payment's block was replaced, and that the payment is in no block of the new chain. */
  async exclude(id: string): Promise<void> {
    await this.#pool.query(
      `update outgoing_payments set state = 'broadcast', txid = '', fee = null, succeeded = null, height = null,
         block_hash = null, confirmations = 0 where id = $1 and state = 'included'`,
      [id],
    );
  }

  /** Records that the payment has all its confirmations: it is final, and its claims are used up. */
  async end(id: string, atMs: number): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await client.query(
        `update outgoing_payments set state = case when succeeded then 'confirmed' else 'failed' end, ended_at = $2
         where id = $1 and state = 'included'`,
        [id, new Date(atMs)],
      );
      await client.query('delete from outgoing_claims where payment_id = $1', [id]);
      // After a deep reorg, a different transaction of the payment may have been included.
      await client.query(
        `update withdrawals w set txid = p.txid from outgoing_payments p
         where w.payment_id = $1 and p.id = $1 and w.state = 'completed' and w.txid <> p.txid`,
        [id],
      );
    });
  }

  /**
   * Records that none of the payment's transactions can be included anymore: either all have expired, or another
   * transaction has used their claims.
   */
  async fail(id: string, problem: string, atMs: number, by?: Displacement): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      await client.query(
        `update outgoing_payments set state = 'failed', displaced_by = $2, height = $3, block_hash = $4, problem = $5,
           ended_at = $6 where id = $1 and ended_at is null and state in ('signed', 'broadcast')`,
        [id, by?.txid ?? '', by?.height ?? null, by?.hash ?? null, problem, new Date(atMs)],
      );
      await client.query('delete from outgoing_claims where payment_id = $1', [id]);
    });
  }

  /**
   * Records that the failed payment was given up, and returns its network; undefined if it was given up before or has
   * not failed.
   */
  async giveUp(client: Queries, id: string, atMs: number): Promise<Network | undefined> {
    const { rows } = await client.query<{ network: Network }>(
      `update outgoing_payments set given_up_at = $2
       where id = $1 and state = 'failed' and given_up_at is null returning network`,
      [id, new Date(atMs)],
    );
    return rows[0]?.network;
  }

  /**
   * Reopens a payment that was marked as failed although the chain does not prove the failure: the payment is in
   * progress again, with its claims.
   */
  reopen(id: string): Promise<void> {
    return inTransaction(this.#pool, async (client) => {
      await reopen(client, `id = $1 and state = 'failed'`, [id]);
    });
  }

  /**
   * Reopens payments whose final blocks, at this height and above, were replaced. Returns their ids. Payments without
   * claims stay ended: once expired, they would be built again, so a node that falsely reports a reorg could cause a
   * second payment.
   */
  reopenFrom(client: Queries, network: Network, height: number): Promise<readonly string[]> {
    const claimsSomething = `exists (select from outgoing_transactions t
      where t.payment_id = outgoing_payments.id and cardinality(t.claims) > 0)`;
    return reopen(client, `network = $1 and height >= $2 and ${claimsSomething}`, [network, height]);
  }

  /** Records why the payment cannot proceed at the moment, and when to retry. */
  async postpone(id: string, problem: string, untilMs: number): Promise<void> {
    await this.#pool.query(
      `update outgoing_payments set problem = $2, attempts = attempts + 1, next_at = $3,
         would_fail_attempts = would_fail_attempts + starts_with($2, $4)::int
       where id = $1 and ended_at is null`,
      [id, problem, new Date(untilMs), WOULD_FAIL],
    );
  }
}

/**
 * Checks a withdrawal's approvals for the last time before signing. Locks the approvals, and thereby waits for any
 * transaction that is voiding one of them.
 */
async function isApproved(client: Queries, id: string): Promise<boolean> {
  await client.query(
    `select from withdrawal_approvals given join withdrawals on withdrawals.id = given.withdrawal_id
     where withdrawals.payment_id = $1 for share of given`,
    [id],
  );
  const { rowCount } = await client.query(
    'select from withdrawals where payment_id = $1 and lacks_approvals(withdrawals)',
    [id],
  );
  return rowCount === 0;
}

/**
 * Deletes the payment's earlier transactions, so that the payment can be cancelled. None of them was signed, and all
 * have expired: only then is a new one built.
 */
async function forgetUnsigned(client: Queries, id: string): Promise<void> {
  await client.query('delete from outgoing_claims where payment_id = $1', [id]);
  await client.query('delete from outgoing_transactions where payment_id = $1', [id]);
}

/** Reopens ended payments, and reserves their claims again, except those that another payment now holds. */
async function reopen(client: Queries, which: string, values: readonly unknown[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `update outgoing_payments set state = 'broadcast', txid = '', fee = null, succeeded = null, height = null,
       block_hash = null, confirmations = 0, ended_at = null, displaced_by = '', problem = ''
     where ${which} and ended_at is not null and given_up_at is null returning id`,
    [...values],
  );
  const ids = rows.map(({ id }) => id);
  await client.query(
    `insert into outgoing_claims (network, claim, payment_id)
     select distinct network, unnest(claims), payment_id from outgoing_transactions where payment_id = any($1)
     on conflict do nothing`,
    [ids],
  );
  return ids;
}

const paymentRows = `select p.*,
  greatest(0, extract(epoch from greatest(p.next_at, 'epoch')) * 1000)::bigint as next_at_ms, coalesce(nullif(p.txid, ''), (select t.txid from outgoing_transactions t
  where t.payment_id = p.id and t.broadcast_at is not null order by t.version desc limit 1), '') as txid
  from outgoing_payments p`;

function sourceText(source: PaymentSource): string {
  return source.kind === 'hot' ? 'hot' : String(source.index);
}

function sourceOf(text: string): PaymentSource {
  return text === 'hot' ? { kind: 'hot' } : { kind: 'deposit', index: Number(text) };
}

function paymentOf(row: PaymentRow): OutgoingPayment {
  const { id, network, purpose, coin, state, problem, attempts, height, block_hash: hash, confirmations } = row;
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
    wouldFailAttempts: row.would_fail_attempts,
    nextAtMs: Number(row.next_at_ms),
    txid: row.txid === '' ? undefined : row.txid,
    block: height === null || hash === null ? undefined : { height: Number(height), hash },
    confirmations,
    fee: row.fee === null ? undefined : BigInt(row.fee),
    displacedBy: row.displaced_by === '' ? undefined : row.displaced_by,
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
    builtAtMs: row.built_at.getTime(),
    wasBroadcast: row.broadcast_at !== null,
  };
}
