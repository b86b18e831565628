import type { Kysely } from 'kysely';
import { CachedRead } from '../../kit/postgres/cached-read.ts';
import type { ChannelConnection } from '../../kit/postgres/shared-connection.ts';
import type { CoinProfilesTable, ReadModelTables } from './tables.ts';

/** The presentation of an asset. */
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

/** Facts that operators have entered about an asset. An empty text means that the fact is not known. */
export interface CoinProfile {
  readonly code: string;
  /** A year, a month or a day in UTC. */
  readonly issueDate: string;
  /** The supplies as decimal strings; `maximumSupply` is `unlimited` for a coin without a maximum. */
  readonly maximumSupply: string;
  readonly totalSupply: string;
  readonly circulatingSupply: string;
  /** The date as of which the total and the circulating supply are given, and where they were read. */
  readonly supplyDate: string;
  readonly supplySource: string;
  /** The rank among all coins by market cap. */
  readonly ranking: string;
  /** In US dollars. */
  readonly marketCap: string;
  /** In percent of the market cap of all coins. */
  readonly marketDominance: string;
  /** The date as of which ranking, market cap and dominance are given, and where they were read. */
  readonly figuresDate: string;
  readonly figuresSource: string;
  /** Prices in US dollars, each with its day in UTC. */
  readonly allTimeHigh: string;
  readonly allTimeHighDate: string;
  readonly allTimeLow: string;
  readonly allTimeLowDate: string;
  /** The date as of which the all-time high and low are given, and where they were read. */
  readonly recordsDate: string;
  readonly recordsSource: string;
  readonly intro: string;
}

export interface Coins {
  /** All coins, in the order in which lists show them. */
  all(): readonly Coin[];
  /** The description of an asset; without one, the asset is shown by its code. */
  byCode(code: string): Coin;
  isDescribed(code: string): boolean;
  /** Adds or changes descriptions, in the table and in memory. */
  describe(coins: readonly Coin[]): Promise<void>;
  /** The profile of an asset. If operators have not entered one, every fact in it is empty. */
  profileOf(code: string): CoinProfile;
  /** Whether operators have entered a profile. */
  hasProfile(code: string): boolean;
  /** Adds or changes a profile, in the table and in memory. */
  setProfile(profile: CoinProfile): Promise<void>;
}

type Database = Kysely<ReadModelTables>;

interface Cached {
  readonly byCode: ReadonlyMap<string, Coin>;
  readonly profiles: ReadonlyMap<string, CoinProfile>;
}

async function readCoins(database: Database): Promise<Cached> {
  const rows = await database.selectFrom('coins').selectAll().execute();
  const profiles = await database.selectFrom('coin_profiles').selectAll().execute();
  return {
    byCode: new Map(rows.map(({ full_name, ...rest }) => [rest.code, { ...rest, fullName: full_name }])),
    profiles: new Map(profiles.map((row) => [row.code, profileOf(row)])),
  };
}

/** Loads the descriptions and profiles of all coins once. */
export async function loadCoins(database: Database): Promise<Coins> {
  let value = await readCoins(database);
  return new Descriptions(database, {
    get value() {
      return value;
    },
    refresh: async () => {
      value = await readCoins(database);
    },
  });
}

/** Loads the descriptions and profiles of all coins, and updates them when any server changes them. */
export async function openCoins(
  database: Database,
  connect: () => Promise<ChannelConnection>,
): Promise<Coins & { close(): Promise<void> }> {
  const cached = new CachedRead<Cached>({
    connect,
    channel: 'coins',
    read: () => readCoins(database),
    first: { byCode: new Map(), profiles: new Map() },
  });
  await cached.open();
  return Object.assign(new Descriptions(database, cached), { close: () => cached.close() });
}

/** The descriptions and profiles of all coins, held in memory. */
class Descriptions implements Coins {
  readonly #database: Database;
  readonly #cached: Pick<CachedRead<Cached>, 'value' | 'refresh'>;

  constructor(database: Database, cached: Pick<CachedRead<Cached>, 'value' | 'refresh'>) {
    this.#database = database;
    this.#cached = cached;
  }

  all(): readonly Coin[] {
    return [...this.#cached.value.byCode.values()].sort((a, b) => a.rank - b.rank || (a.code < b.code ? -1 : 1));
  }

  byCode(code: string): Coin {
    return this.#cached.value.byCode.get(code) ?? undescribed(code);
  }

  isDescribed(code: string): boolean {
    return this.#cached.value.byCode.has(code);
  }

  async describe(coins: readonly Coin[]): Promise<void> {
    if (coins.length === 0) return;
    const rows = coins.map(({ fullName, ...rest }) => ({ ...rest, full_name: fullName }));
    await this.#database
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
    await this.#cached.refresh();
  }

  profileOf(code: string): CoinProfile {
    return this.#cached.value.profiles.get(code) ?? emptyProfile(code);
  }

  hasProfile(code: string): boolean {
    return this.#cached.value.profiles.has(code);
  }

  async setProfile(profile: CoinProfile): Promise<void> {
    const { code, ...facts } = rowOf(profile);
    await this.#database
      .insertInto('coin_profiles')
      .values({ code, ...facts })
      .onConflict((conflict) => conflict.column('code').doUpdateSet(facts))
      .execute();
    await this.#cached.refresh();
  }
}

const profileOf = (row: CoinProfilesTable): CoinProfile => ({
  code: row.code,
  issueDate: row.issue_date,
  maximumSupply: row.maximum_supply,
  totalSupply: row.total_supply,
  circulatingSupply: row.circulating_supply,
  supplyDate: row.supply_date,
  supplySource: row.supply_source,
  ranking: row.ranking,
  marketCap: row.market_cap,
  marketDominance: row.market_dominance,
  figuresDate: row.figures_date,
  figuresSource: row.figures_source,
  allTimeHigh: row.all_time_high,
  allTimeHighDate: row.all_time_high_date,
  allTimeLow: row.all_time_low,
  allTimeLowDate: row.all_time_low_date,
  recordsDate: row.records_date,
  recordsSource: row.records_source,
  intro: row.intro,
});

const rowOf = (profile: CoinProfile): CoinProfilesTable => ({
  code: profile.code,
  issue_date: profile.issueDate,
  maximum_supply: profile.maximumSupply,
  total_supply: profile.totalSupply,
  circulating_supply: profile.circulatingSupply,
  supply_date: profile.supplyDate,
  supply_source: profile.supplySource,
  ranking: profile.ranking,
  market_cap: profile.marketCap,
  market_dominance: profile.marketDominance,
  figures_date: profile.figuresDate,
  figures_source: profile.figuresSource,
  all_time_high: profile.allTimeHigh,
  all_time_high_date: profile.allTimeHighDate,
  all_time_low: profile.allTimeLow,
  all_time_low_date: profile.allTimeLowDate,
  records_date: profile.recordsDate,
  records_source: profile.recordsSource,
  intro: profile.intro,
});

export const emptyProfile = (code: string): CoinProfile => ({
  code,
  issueDate: '',
  maximumSupply: '',
  totalSupply: '',
  circulatingSupply: '',
  supplyDate: '',
  supplySource: '',
  ranking: '',
  marketCap: '',
  marketDominance: '',
  figuresDate: '',
  figuresSource: '',
  allTimeHigh: '',
  allTimeHighDate: '',
  allTimeLow: '',
  allTimeLowDate: '',
  recordsDate: '',
  recordsSource: '',
  intro: '',
});

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
