import { type AddressFormat, type ChainFamily, familyOf, type Network } from '@vitrine/chains';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { inTransaction } from '../providers/postgres/transaction.ts';

/** What makes the deposit addresses of a family of networks. */
export interface AddressMaker {
  readonly format: AddressFormat;
  /** Extended public key of the account that deposits come to: m/44'/60'/0', for one. */
  readonly xpub: string;
}

interface AddressRow {
  readonly family: ChainFamily;
  readonly address_index: number;
  readonly owner_id: string;
  readonly address: string;
}

/** Clients' deposit addresses: made on demand, one per client and family of networks, never given to anybody else. */
export class DepositAddresses {
  readonly #pool: Pool;
  readonly #makers: ReadonlyMap<ChainFamily, AddressMaker>;
  /** Everything given out: blocks are searched for them. */
  readonly #owners = new Map<ChainFamily, Map<string, OwnerId>>();

  constructor(pool: Pool, makers: ReadonlyMap<ChainFamily, AddressMaker>) {
    this.#pool = pool;
    this.#makers = makers;
  }

  async load(): Promise<void> {
    const { rows } = await this.#pool.query<AddressRow>('select family, owner_id, address from deposit_addresses');
    for (const row of rows) this.#keep(row);
  }

  /** Whose address this is, in its canonical form. */
  ownerOf(network: Network, address: string): OwnerId | undefined {
    return this.#owners.get(familyOf[network])?.get(address);
  }

  async of(owner: OwnerId, network: Network): Promise<string | undefined> {
    const { rows } = await this.#pool.query<AddressRow>(
      'select address from deposit_addresses where family = $1 and owner_id = $2',
      [familyOf[network], owner],
    );
    return rows[0]?.address;
  }

  /** The client's address, made now where there is none. */
  async give(owner: OwnerId, network: Network): Promise<string> {
    return (await this.of(owner, network)) ?? (await this.#make(owner, familyOf[network]));
  }

  async #make(owner: OwnerId, family: ChainFamily): Promise<string> {
    const maker = this.#makers.get(family);
    if (maker === undefined) throw new Error(`no ${family} network is set up`);
    const row = await inTransaction(this.#pool, async (client) => {
      // One after the other: indexes have no gaps, and a client who asks twice at once gets one address.
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`deposit address ${family}`]);
      const { rows: present } = await client.query<AddressRow>(
        'select * from deposit_addresses where family = $1 and owner_id = $2',
        [family, owner],
      );
      if (present[0] !== undefined) return present[0];
      const { rows } = await client.query<{ next: number }>(
        'select coalesce(max(address_index) + 1, 0) as next from deposit_addresses where family = $1',
        [family],
      );
      const index = rows[0]?.next ?? 0;
      const address = maker.format.derive(maker.xpub, index);
      // Searched for before anybody can be told of it.
      this.#keep({ family, owner_id: String(owner), address });
      const { rows: made } = await client.query<AddressRow>(
        'insert into deposit_addresses (family, address_index, owner_id, address) values ($1, $2, $3, $4) returning *',
        [family, index, owner, address],
      );
      return made[0];
    });
    if (row === undefined) throw new Error('a deposit address was not kept');
    return row.address;
  }

  #keep({ family, owner_id, address }: Pick<AddressRow, 'family' | 'owner_id' | 'address'>): void {
    const owners = this.#owners.get(family) ?? new Map<string, OwnerId>();
    this.#owners.set(family, owners);
    owners.set(address, Number(owner_id));
  }
}
