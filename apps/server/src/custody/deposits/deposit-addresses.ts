import { type AddressFormat, type ChainFamily, familyOf, type Network, type PaymentSource } from '@vitrine/chains';
import type { OwnerId } from '@vitrine/core';
import type { Pool } from 'pg';
import { KeyedMutex } from '../../kit/keyed-mutex.ts';
import { OneAtATime } from '../../kit/one-at-a-time.ts';
import { inTransaction } from '../../kit/postgres/transaction.ts';

/** Derives the deposit addresses of a network family. */
export interface AddressMaker {
  readonly format: AddressFormat;
  /** Extended public key of the deposit account, e.g. m/44'/60'/0'. */
  readonly xpub: string;
}

interface AddressRow {
  readonly family: ChainFamily;
  readonly address_index: number;
  readonly owner_id: string;
  readonly address: string;
}

interface GivenAddress {
  readonly owner: OwnerId;
  readonly index: number;
}

/** The maximum number of address requests that one client may have running or waiting at once. */
const MOST_AT_ONCE = 100;

/** Clients' deposit addresses: created on demand, one per client and network family, never reassigned. */
export class DepositAddresses {
  readonly #pool: Pool;
  readonly #clients = new OneAtATime(MOST_AT_ONCE);
  readonly #families = new KeyedMutex();
  readonly #makers: ReadonlyMap<ChainFamily, AddressMaker>;
  /** All assigned addresses, by family. Every block is searched for transfers to them. */
  readonly #given = new Map<ChainFamily, Map<string, GivenAddress>>();
  /** By family, the index of the last address loaded from the table. */
  readonly #loadedUpTo = new Map<ChainFamily, number>();

  constructor(pool: Pool, makers: ReadonlyMap<ChainFamily, AddressMaker>) {
    this.#pool = pool;
    this.#makers = makers;
  }

  async load(): Promise<void> {
    for (const family of this.#makers.keys()) await this.loadNew(family);
  }

  /**
   * Loads the addresses of a family that any server has stored since the last call. They always have higher indexes
   * than those already loaded, because addresses are created in the order of their indexes.
   */
  async loadNew(family: ChainFamily): Promise<void> {
    const { rows } = await this.#pool.query<AddressRow>(
      `select family, address_index, owner_id, address from deposit_addresses
       where family = $1 and address_index > $2 order by address_index`,
      [family, this.#loadedUpTo.get(family) ?? -1],
    );
    for (const row of rows) this.#keep(row);
    const last = rows.at(-1);
    if (last !== undefined) this.#loadedUpTo.set(family, last.address_index);
  }

  /** The owner of this address, which must be in canonical form. */
  ownerOf(network: Network, address: string): OwnerId | undefined {
    return this.#given.get(familyOf[network])?.get(address)?.owner;
  }

  /** The deposit address's index, by which the signer finds its key; undefined if the address is not one of ours. */
  sourceOf(network: Network, address: string): PaymentSource | undefined {
    const index = this.#given.get(familyOf[network])?.get(address)?.index;
    return index === undefined ? undefined : { kind: 'deposit', index };
  }

  async of(owner: OwnerId, network: Network): Promise<string | undefined> {
    const { rows } = await this.#pool.query<AddressRow>(
      'select * from deposit_addresses where family = $1 and owner_id = $2',
      [familyOf[network], owner],
    );
    // The row may be missing in memory: its commit may have succeeded although it seemed to fail.
    if (rows[0] !== undefined) this.#keep(rows[0]);
    return rows[0]?.address;
  }

  /** Returns the client's address, and creates it if there is none. Errors: busy. */
  async give(owner: OwnerId, network: Network): Promise<string> {
    const present = await this.of(owner, network);
    if (present !== undefined) return present;
    const family = familyOf[network];
    // Requests wait here for addresses of the same family to be created, because a request that waited for the database
    // lock would occupy a connection.
    return this.#clients.run(String(owner), () => this.#families.runExclusive(family, () => this.#make(owner, family)));
  }

  async #make(owner: OwnerId, family: ChainFamily): Promise<string> {
    const maker = this.#makers.get(family);
    if (maker === undefined) throw new Error(`no network of the ${family} family is configured`);
    const row = await inTransaction(this.#pool, async (client) => {
      // Servers create the addresses of a family one at a time, so that indexes have no gaps and concurrent requests of
      // one client get the same address.
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
      const { rows: made } = await client.query<AddressRow>(
        'insert into deposit_addresses (family, address_index, owner_id, address) values ($1, $2, $3, $4) returning *',
        [family, index, owner, address],
      );
      return made[0];
    });
    if (row === undefined) throw new Error(`the ${family} deposit address of owner ${owner} could not be stored`);
    // Only a stored address is returned: without a row, its index would be given to the next client. From this moment,
    // blocks are searched for the address, even before the client sees it.
    this.#keep(row);
    return row.address;
  }

  #keep({ family, address_index, owner_id, address }: AddressRow): void {
    const given = this.#given.get(family) ?? new Map<string, GivenAddress>();
    this.#given.set(family, given);
    given.set(address, { owner: Number(owner_id), index: address_index });
  }
}
