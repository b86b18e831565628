import { familyOf, type Network, networks } from '@vitrine/chains';
import type { Pool } from 'pg';
import { ApiError } from '../../kit/api-error.ts';
import type { Operator } from '../../staff/members/staff-member.ts';
import type { Destinations } from './destinations.ts';

/** An address to which withdrawals are refused. */
export interface BlockedAddress {
  readonly id: number;
  readonly network: Network;
  readonly address: string;
  readonly reason: string;
  /** The operator's email. */
  readonly addedBy: string;
  readonly addedAtMs: number;
}

interface BlockedRow {
  readonly id: string;
  readonly network: Network;
  readonly address: string;
  readonly reason: string;
  readonly added_by: string;
  readonly added_at: Date;
}

interface BlockedAddressesParts {
  readonly pool: Pool;
  readonly destinations: Destinations;
  readonly clock: () => number;
}

/**
 * Addresses linked to fraud. An address that is blocked on one network is blocked on all networks of the same family.
 */
export class BlockedAddresses {
  readonly #parts: BlockedAddressesParts;

  constructor(parts: BlockedAddressesParts) {
    this.#parts = parts;
  }

  /** Newest first, at most 1,000. */
  async list(): Promise<BlockedAddress[]> {
    const { rows } = await this.#parts.pool.query<BlockedRow>(
      'select * from blocked_addresses where removed_at is null order by id desc limit 1000',
    );
    return rows.map(fromRow);
  }

  /** Why the address is blocked; undefined if it is not. */
  async reasonFor(network: Network, address: string): Promise<string | undefined> {
    const { rows } = await this.#parts.pool.query<{ reason: string }>(
      'select reason from blocked_addresses where network = any($1) and address = $2 and removed_at is null limit 1',
      [networks.filter((other) => familyOf[other] === familyOf[network]), address],
    );
    return rows[0]?.reason;
  }

  /** Blocks an address. Errors: recipient_malformed, address_blocked. */
  async add(
    network: Network,
    text: string,
    reason: string,
    { email }: Pick<Operator, 'email'>,
  ): Promise<BlockedAddress> {
    const { pool, destinations, clock } = this.#parts;
    const address = destinations.parse(network, text.trim());
    if (address === undefined) throw new ApiError('recipient_malformed');
    const { rows } = await pool.query<BlockedRow>(
      `insert into blocked_addresses (network, address, reason, added_by, added_at) values ($1, $2, $3, $4, $5)
       on conflict (network, address) where removed_at is null do nothing returning *`,
      [network, address, reason.trim(), email, new Date(clock())],
    );
    if (rows[0] === undefined) throw new ApiError('address_blocked');
    return fromRow(rows[0]);
  }

  /** Unblocks an address and returns it. Errors: address_not_blocked. */
  async remove(id: number, { email }: Pick<Operator, 'email'>): Promise<BlockedAddress> {
    const { rows } = await this.#parts.pool.query<BlockedRow>(
      'update blocked_addresses set removed_by = $2, removed_at = $3 where id = $1 and removed_at is null returning *',
      [id, email, new Date(this.#parts.clock())],
    );
    if (rows[0] === undefined) throw new ApiError('address_not_blocked');
    return fromRow(rows[0]);
  }
}

const fromRow = ({ id, network, address, reason, added_by, added_at }: BlockedRow): BlockedAddress => ({
  id: Number(id),
  network,
  address,
  reason,
  addedBy: added_by,
  addedAtMs: added_at.getTime(),
});
