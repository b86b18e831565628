import type { Kysely } from 'kysely';
import type { ReadModelTables } from './tables.ts';

/** How an asset is presented. */
export interface Coin {
  readonly code: string;
  readonly fullName: string;
  readonly image: string;
  readonly type: 'MAIN' | 'ETH' | 'ALT';
  readonly home: boolean;
  readonly pos: boolean;
  readonly pow: boolean;
  readonly innovation: boolean;
  readonly rank: number;
}

export interface Coins {
  /** In the order lists show them. */
  all(): readonly Coin[];
  /** An asset without a description is shown by its code. */
  byCode(code: string): Coin;
  /** Adds or changes descriptions, in the table and here. */
  describe(coins: readonly Coin[]): Promise<void>;
}

/** Loads the descriptions of all coins. */
export async function loadCoins(database: Kysely<ReadModelTables>): Promise<Coins> {
  const byCode = new Map<string, Coin>();
  for (const row of await database.selectFrom('coins').selectAll().execute()) {
    const { full_name, ...rest } = row;
    byCode.set(row.code, { ...rest, fullName: full_name });
  }
  return {
    all: () => [...byCode.values()].sort((a, b) => a.rank - b.rank || (a.code < b.code ? -1 : 1)),
    byCode: (code) => byCode.get(code) ?? undescribed(code),
    describe: async (coins) => {
      if (coins.length === 0) return;
      const rows = coins.map(({ fullName, ...rest }) => ({ ...rest, full_name: fullName }));
      await database
        .insertInto('coins')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('code').doUpdateSet(({ ref }) => ({
            full_name: ref('excluded.full_name'),
            image: ref('excluded.image'),
            type: ref('excluded.type'),
            home: ref('excluded.home'),
            pos: ref('excluded.pos'),
            pow: ref('excluded.pow'),
            innovation: ref('excluded.innovation'),
            rank: ref('excluded.rank'),
          })),
        )
        .execute();
      for (const coin of coins) byCode.set(coin.code, coin);
    },
  };
}

function undescribed(code: string): Coin {
  return {
    code,
    fullName: code,
    image: '',
    type: 'ALT',
    home: false,
    pos: false,
    pow: false,
    innovation: false,
    rank: Number.MAX_SAFE_INTEGER,
  };
}
