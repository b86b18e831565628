import type { BlockRef, ChainBlock, ChainSpend, Network } from '@vitrine/chains';
import type { Pool, PoolClient } from 'pg';
import { alarmDetail, CustodyAlarms } from '../alarms.ts';
import type { OutgoingPayment, OutgoingVersion } from './table.ts';

/** An included transaction that makes all of a payment's own transactions void. */
export interface Displacement extends BlockRef {
  readonly txid: string;
  /**
   * Whether this transaction makes the same payment: it may be our own transaction that the database has lost, or one
   * that someone sent by hand in its place.
   */
  readonly isSamePayment: boolean;
}

interface UseRow {
  readonly claim: string;
  readonly txid: string;
  readonly height: string;
  readonly block_hash: string;
  readonly pays_it: boolean;
}

/** Uses of our keys outside the exchange, found in the blocks that were read. */
export class KeyUses {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Stores a block's uses of our keys and raises an alarm for each, within the transaction that stores the block. */
  async keep(client: PoolClient, network: Network, block: ChainBlock): Promise<void> {
    for (const spend of block.spends ?? []) {
      const { rowCount: made } = await client.query(
        'select from outgoing_transactions where network = $1 and txid = $2',
        [network, spend.txid],
      );
      if (made === 0 && (await this.#insert(client, network, block, spend)))
        await new CustodyAlarms(client).raise({
          network,
          kind: 'key_used',
          subject: spend.txid,
          detail: alarmDetail('key_used', { height: String(block.height) }),
        });
    }
  }

  async #insert(
    client: PoolClient,
    network: Network,
    { height, hash }: BlockRef,
    { txid, claims, pays }: ChainSpend,
  ): Promise<boolean> {
    const asText = pays.map(({ coin, to, amount }) => ({ coin, to, amount: String(amount) }));
    const { rowCount } = await client.query(
      `insert into key_uses (network, claim, txid, pays, height, block_hash)
       select $1, claim, $3, $4, $5, $6 from unnest($2::text[]) claim on conflict do nothing`,
      [network, claims, txid, JSON.stringify(asText), height, hash],
    );
    return rowCount !== 0;
  }

  /** Deletes the key uses recorded in blocks at this height and above, which a reorg has replaced. */
  async drop(client: PoolClient, network: Network, fromHeight: number): Promise<void> {
    await client.query('delete from key_uses where network = $1 and height >= $2', [network, fromHeight]);
  }

  /**
   * The transaction that makes all of the payment's own transactions void; undefined as long as one of them may still
   * be included. If there are several such transactions, returns one that makes the same payment or, if none does, the
   * newest.
   */
  async displacementOf(
    { id, network, coin, to, amount }: OutgoingPayment,
    versions: readonly OutgoingVersion[],
  ): Promise<Displacement | undefined> {
    const claims = versions.flatMap(({ unsigned }) => unsigned.claims);
    // A transaction that makes another payment does not make this one, even if its outputs match. If a claim is an
    // output of a transaction that is void (such as its change), that output will never exist.
    const { rows } = await this.#pool.query<UseRow>(
      `select claim, txid, height, block_hash, pays @> $3 and not exists (
         select from outgoing_payments o where o.network = $1 and o.txid = key_uses.txid and o.id <> $4) as pays_it
       from key_uses where network = $1 and claim = any($2)
       union all
       select claim, coalesce(nullif(o.displaced_by, ''), o.txid), o.height, o.block_hash, false
       from unnest($2::text[]) claim
       join outgoing_transactions t on t.network = $1 and t.txid = split_part(claim, ':', 1)
       join outgoing_payments o on o.id = t.payment_id and o.ended_at is not null and o.txid <> t.txid
       order by pays_it desc, height desc`,
      [network, claims, JSON.stringify([{ coin, to, amount: String(amount) }]), id],
    );
    const used = new Set(rows.map(({ claim }) => claim));
    const [row] = rows;
    if (row === undefined || !versions.every(({ unsigned }) => unsigned.claims.some((claim) => used.has(claim))))
      return undefined;
    return { txid: row.txid, height: Number(row.height), hash: row.block_hash, isSamePayment: row.pays_it };
  }
}
