import type { Network } from '@vitrine/chains';
import type { OwnerId } from '@vitrine/core';
import type { Pool, PoolClient } from 'pg';
import { ApiError } from '../../kit/api-error.ts';

const DAY_MS = 86_400_000;
const MOST_ADDRESSES = 100;

export interface SavedAddress {
  readonly id: number;
  readonly network: Network;
  readonly address: string;
  readonly label: string;
  readonly addedAtMs: number;
  readonly usableAtMs: number;
  /** The number of completed withdrawals to this address. */
  readonly used: number;
}

interface SavedRow {
  readonly id: string;
  readonly network: Network;
  readonly address: string;
  readonly label: string;
  readonly added_at: Date;
  readonly usable_at: Date;
  readonly used: number;
}

const SELECT = `select saved.*, (select count(*)::int from withdrawals where withdrawals.owner = saved.owner
    and withdrawals.network = saved.network and withdrawals.address = saved.address and state = 'completed') as used
  from saved_addresses saved where removed_at is null and saved.owner = $1`;

/** Addresses that a client has saved. A new address is treated as saved only after a day. */
export class AddressBook {
  readonly #pool: Pool;
  readonly #clock: () => number;

  constructor(pool: Pool, clock: () => number) {
    this.#pool = pool;
    this.#clock = clock;
  }

  /** Newest first. */
  async of(owner: OwnerId): Promise<SavedAddress[]> {
    const { rows } = await this.#pool.query<SavedRow>(`${SELECT} order by saved.id desc`, [owner]);
    return rows.map(fromRow);
  }

  async find(owner: OwnerId, network: Network, address: string): Promise<SavedAddress | undefined> {
    const { rows } = await this.#pool.query<SavedRow>(`${SELECT} and saved.network = $2 and saved.address = $3`, [
      owner,
      network,
      address,
    ]);
    return rows[0] && fromRow(rows[0]);
  }

  isUsable({ usableAtMs }: SavedAddress): boolean {
    return usableAtMs <= this.#clock();
  }

  /**
   * Throws if the client cannot save this address. Call this before a code is requested. Errors: address_saved,
   * too_many_addresses.
   */
  async demandRoom(owner: OwnerId, network: Network, address: string): Promise<void> {
    const saved = await this.of(owner);
    if (saved.some((one) => one.network === network && one.address === address)) throw new ApiError('address_saved');
    if (saved.length >= MOST_ADDRESSES) throw new ApiError('too_many_addresses', { most: String(MOST_ADDRESSES) });
  }

  /** Call this within the transaction that notifies the client. Errors: address_saved. */
  async add(
    transaction: PoolClient,
    owner: OwnerId,
    { network, address, label }: Pick<SavedAddress, 'network' | 'address' | 'label'>,
  ): Promise<SavedAddress> {
    const now = this.#clock();
    const { rows } = await transaction.query<SavedRow>(
      `insert into saved_addresses (owner, network, address, label, added_at, usable_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (owner, network, address) where removed_at is null do nothing returning *, 0 as used`,
      [owner, network, address, label.trim(), new Date(now), new Date(now + DAY_MS)],
    );
    if (rows[0] === undefined) throw new ApiError('address_saved');
    return fromRow(rows[0]);
  }

  /** Call this within the transaction that records the change. Errors: unknown_address. */
  rename(transaction: PoolClient, owner: OwnerId, id: number, label: string): Promise<SavedAddress> {
    return change(transaction, 'update saved_addresses set label = $3', owner, id, label.trim());
  }

  /**
   * Call this within the transaction that records the removal. Returns the removed address. Errors: unknown_address.
   */
  remove(transaction: PoolClient, owner: OwnerId, id: number): Promise<SavedAddress> {
    return change(transaction, 'update saved_addresses set removed_at = $3', owner, id, new Date(this.#clock()));
  }
}

async function change(
  transaction: PoolClient,
  update: string,
  owner: OwnerId,
  id: number,
  value: unknown,
): Promise<SavedAddress> {
  const { rows } = await transaction.query<SavedRow>(
    `${update} where owner = $1 and id = $2 and removed_at is null returning *, 0 as used`,
    [owner, id, value],
  );
  if (rows[0] === undefined) throw new ApiError('unknown_address');
  return fromRow(rows[0]);
}

const fromRow = (row: SavedRow): SavedAddress => ({
  id: Number(row.id),
  network: row.network,
  address: row.address,
  label: row.label,
  addedAtMs: row.added_at.getTime(),
  usableAtMs: row.usable_at.getTime(),
  used: row.used,
});
