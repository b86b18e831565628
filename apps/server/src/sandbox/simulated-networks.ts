import { randomBytes } from 'node:crypto';
import {
  type AddressFormat,
  accountPath,
  type ChainCoin,
  type ChainFamily,
  familyOf,
  keyPath,
  type Network,
  networks,
  type SavedChain,
  SeedKeys,
  SimulatedChain,
  simulatedContract,
} from '@vitrine/chains';
import type { Pool } from 'pg';
import { parseUnits } from 'viem/utils';
import type { NetworkSetUp } from '../custody/custody.ts';

/** The parameters of a simulated network. */
interface SimulatedNetwork {
  readonly coins: readonly ChainCoin[];
  /** The hot wallet's initial funds, in whole coins. */
  readonly premine: Readonly<Record<string, number>>;
  readonly blockMs: number;
}

const token = (coin: string, decimals: number): ChainCoin => ({ coin, decimals, contract: simulatedContract(coin) });
const native = (coin: string, decimals: number): ChainCoin => ({ coin, decimals });

/** The maximum network fee: a hundred times the cost of a transaction. */
const MAX_FEE = 100_000n;

/** Coins have the same decimals as on the real networks. Blocks of Ethereum and Bitcoin come faster than real ones. */
export const simulatedNetworks: Readonly<Record<Network, SimulatedNetwork>> = {
  TRC20: {
    coins: [token('USDT', 6), token('USDC', 6), native('TRX', 6)],
    premine: { USDT: 5_000_000, USDC: 2_000_000, TRX: 1_000_000 },
    blockMs: 3_000,
  },
  ERC20: {
    coins: [token('USDT', 6), token('USDC', 6), native('ETH', 18)],
    premine: { USDT: 5_000_000, USDC: 2_000_000, ETH: 3_000 },
    blockMs: 3_000,
  },
  BEP20: {
    coins: [token('USDT', 18), token('USDC', 18), native('BNB', 18)],
    premine: { USDT: 5_000_000, USDC: 2_000_000, BNB: 1_000 },
    blockMs: 3_000,
  },
  BTC: { coins: [native('BTC', 8)], premine: { BTC: 200 }, blockMs: 10_000 },
};

/** The seed of the sandbox's keys. It is created once, and is the same for every server on this database. */
export async function sandboxSeed(pool: Pool): Promise<Uint8Array> {
  const present = await presentSeed(pool);
  if (present !== undefined) return present;
  await pool.query('insert into sandbox_seed (seed) values ($1) on conflict do nothing', [
    randomBytes(32).toString('hex'),
  ]);
  const made = await presentSeed(pool);
  if (made === undefined) throw new Error('the sandbox seed could not be stored');
  return made;
}

async function presentSeed(pool: Pool): Promise<Uint8Array | undefined> {
  const { rows } = await pool.query<{ seed: string }>('select seed from sandbox_seed');
  return rows[0] && Buffer.from(rows[0].seed, 'hex');
}

/** The four networks as stored in the database, or in their initial state. */
export async function openSimulatedNetworks(
  pool: Pool,
  formats: Readonly<Record<ChainFamily, AddressFormat>>,
  nowMs: () => number,
): Promise<readonly (NetworkSetUp & { readonly chain: SimulatedChain })[]> {
  const keys = new SeedKeys(await sandboxSeed(pool));
  return Promise.all(
    networks.map(async (network) => {
      const family = familyOf[network];
      const { coins, premine } = simulatedNetworks[network];
      const saved = await savedChain(pool, network);
      const xpub = await keys.accountXpub(accountPath(family, 'deposit'));
      const chain = new SimulatedChain({
        network,
        coins,
        addresses: formats[family],
        xpub,
        hotAddress: formats[family].fromPublicKey(await keys.publicKey(keyPath(family, { kind: 'hot' }))),
        premine: Object.fromEntries(
          coins.map(({ coin, decimals }) => [coin, parseUnits(String(premine[coin] ?? 0), decimals)]),
        ),
        nowMs,
        ...(saved === undefined ? {} : { saved }),
      });
      return {
        chain,
        xpub,
        startHeight: 1,
        pollMs: 30_000,
        silentAfterMs: undefined,
        maxFee: MAX_FEE,
      };
    }),
  );
}

interface ChainRow {
  readonly base: SavedChain['base'];
  readonly pool: SavedChain['pool'];
}

async function savedChain(pool: Pool, network: Network): Promise<SavedChain | undefined> {
  const { rows } = await pool.query<ChainRow>('select base, pool from sandbox_chains where network = $1', [network]);
  if (rows[0] === undefined) return undefined;
  const { rows: blocks } = await pool.query<{ block: SavedChain['blocks'][number] }>(
    'select block from sandbox_chain_blocks where network = $1 and height > $2 order by height',
    [network, rows[0].base.height],
  );
  return { ...rows[0], blocks: blocks.map(({ block }) => block) };
}

/** Saves the changes to a simulated network since it was last saved. */
export class ChainKeeper {
  readonly #pool: Pool;
  readonly #chain: SimulatedChain;
  /** The hashes of the blocks in the table, by height. */
  readonly #kept = new Map<number, string>();
  #keptBase = -1;
  #last: Promise<void> = Promise.resolve();

  constructor(pool: Pool, chain: SimulatedChain) {
    this.#pool = pool;
    this.#chain = chain;
  }

  /** Waits until any save in progress has ended, and then saves the chain in its current state. */
  keep(): Promise<void> {
    const keep = () => this.#keep();
    this.#last = this.#last.then(keep, keep);
    return this.#last;
  }

  async #keep(): Promise<void> {
    const { base, blocks, pool } = this.#chain.save();
    const { network } = this.#chain;
    const added = blocks.filter(({ height, hash }) => this.#kept.get(height) !== hash);
    const tip = blocks.at(-1)?.height ?? base.height;
    // A single statement, so that a chain is saved completely or not at all.
    await this.#pool.query(
      `with gone as (
         delete from sandbox_chain_blocks where network = $1 and (height <= $2 or height > $3)),
       added as (
         insert into sandbox_chain_blocks (network, height, hash, block)
         select $1, (b->>'height')::bigint, b->>'hash', b from jsonb_array_elements($4::jsonb) b
         on conflict (network, height) do update set hash = excluded.hash, block = excluded.block)
       insert into sandbox_chains (network, base, pool) values ($1, $5, $6)
       on conflict (network) do update set pool = excluded.pool,
         base = case when $7 then excluded.base else sandbox_chains.base end`,
      [
        network,
        base.height,
        tip,
        JSON.stringify(added),
        JSON.stringify(base),
        JSON.stringify(pool),
        base.height !== this.#keptBase,
      ],
    );
    this.#keptBase = base.height;
    for (const height of this.#kept.keys()) if (height <= base.height || height > tip) this.#kept.delete(height);
    for (const { height, hash } of added) this.#kept.set(height, hash);
  }
}
