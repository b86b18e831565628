import type { Pool } from 'pg';
import { ApiError } from '../kit/api-error.ts';
import { CachedRead } from '../kit/postgres/cached-read.ts';
import type { ChannelConnection } from '../kit/postgres/shared-connection.ts';
import { type CoinNetwork, firstCoinNetworks } from './coin-networks.ts';
import { readMarketSlippages } from './market-slippage.ts';

/** The actions that require a verified identity. */
export type KycRequirement = 'nothing' | 'withdraw' | 'trade';

/** The days and hours, in UTC, at which support is staffed; the hours are the same on each of these days. */
export interface SupportHours {
  /** ISO 8601 weekdays: 1 is Monday, 7 is Sunday. */
  readonly days: readonly number[];
  /** HH:MM. If `from` equals `to`, support is staffed around the clock on these days. */
  readonly from: string;
  readonly to: string;
}

/**
 * Settings that operators change while the exchange runs; settings that are read at startup are in
 * wiring/settings/settings.ts.
 */
export interface ExchangeSettings {
  readonly brandName: string;
  readonly kycRequirement: KycRequirement;
  /** Withdrawal limits within any 24 hours, in whole USDT as decimal strings. */
  readonly withdrawalPerDayUsdt: { readonly Unverified: string; readonly Verified: string };
  /** By tier number, the minimum 30-day volume for the tier, in whole USDT. */
  readonly feeVolumesUsdt: readonly number[];
  /**
   * By tier number, the rates that operators have set; fee-rates.ts applies them to the core. Absent until operators
   * first change the rates: until then, the rates in the core apply.
   */
  readonly feeRatesPpm?: readonly { readonly maker: number; readonly taker: number }[];
  readonly supportHours: SupportHours;
  /** A coin is available on a network if there is a row for that pair. */
  readonly coinNetworks: readonly CoinNetwork[];
  /**
   * A withdrawal needs one operator's approval if its value is above `one`, and two operators' approvals if it is above
   * `two`; a client's smaller withdrawals within 24 hours add up (`WithdrawalLimits.approvalsFor`). In whole USDT as
   * decimal strings.
   */
  readonly withdrawalApprovalAboveUsdt: { readonly one: string; readonly two: string };
  /**
   * The limit of one-step withdrawals (to saved addresses, without an emailed code) within any 24 hours, in whole USDT.
   */
  readonly oneStepPerDayUsdt: string;
  /**
   * The choices for the single-withdrawal limit, which applies unless a second factor that was set up at least a day
   * ago confirms the withdrawal: ascending, in whole USDT as decimal strings.
   */
  readonly singleWithdrawalChoicesUsdt: readonly string[];
  /**
   * Prices in USDT, as decimal strings by coin, that operators have set for valuing withdrawals instead of the market's
   * prices.
   */
  readonly coinValuesUsdt: Readonly<Record<string, string>>;
  /**
   * The default slippage limit of markets without their own (table market_slippage): how far the execution of a market
   * order may deviate from the price that the client saw, in parts per million.
   */
  readonly maxSlippagePpm: number;
}

/** The settings that apply until operators change them. */
const defaults: ExchangeSettings = {
  brandName: 'Vitrine',
  kycRequirement: 'withdraw',
  withdrawalPerDayUsdt: { Unverified: '1000', Verified: '8000000' },
  feeVolumesUsdt: [0, 100_000, 500_000, 2_000_000, 10_000_000, 50_000_000],
  supportHours: { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '00:00' },
  coinNetworks: firstCoinNetworks,
  withdrawalApprovalAboveUsdt: { one: '5000', two: '50000' },
  oneStepPerDayUsdt: '10000',
  singleWithdrawalChoicesUsdt: ['500', '1000', '1500'],
  coinValuesUsdt: {},
  maxSlippagePpm: 10_000,
};

/** One version of the settings, with its author and reason. Version 0 contains the defaults of the release. */
export interface SettingsVersion {
  readonly version: number;
  readonly settings: ExchangeSettings;
  readonly atMs: number;
  /** Email address of the person who requested the change. */
  readonly changedBy: string;
  /** Email address of the person who approved the change; empty if no approval was needed. */
  readonly approvedBy: string;
  readonly reason: string;
}

const released: SettingsVersion = {
  version: 0,
  settings: defaults,
  atMs: 0,
  changedBy: '',
  approvedBy: '',
  reason: '',
};

export interface SettingsChange {
  /** The version on which the change is based, so that later changes of other settings are not overwritten. */
  readonly baseVersion: number;
  readonly changes: Partial<ExchangeSettings>;
  readonly changedBy: string;
  readonly approvedBy?: string;
  readonly reason: string;
}

interface VersionRow {
  readonly version: number;
  readonly settings: ExchangeSettings;
  readonly at: Date;
  readonly changed_by: string;
  readonly approved_by: string;
  readonly reason: string;
}

const INSERT = `insert into exchange_settings_version (version, settings, changed_by, approved_by, reason)
  values ($1, $2, $3, $4, $5) on conflict (version) do nothing`;

export interface ExchangeSettingsParts {
  readonly pool: Pool;
  /** Opens the connection of a channel. */
  readonly connect: () => Promise<ChannelConnection>;
}

interface Cached extends Pick<SettingsVersion, 'version' | 'settings'> {
  /** The default maximum slippages of markets, by their numbers, in parts per million. */
  readonly slippages: ReadonlyMap<number, number>;
}

/** Holds the settings in memory. A change reaches every server within a moment, and every version is stored. */
export class ExchangeSettingsStore {
  readonly #pool: Pool;
  readonly #cached: CachedRead<Cached>;

  constructor({ pool, connect }: ExchangeSettingsParts) {
    this.#pool = pool;
    this.#cached = new CachedRead<Cached>({
      connect,
      channel: 'exchange_settings',
      read: async () => {
        const [newest = released] = await this.#read(1);
        return { ...newest, slippages: await readMarketSlippages(pool) };
      },
      first: { ...released, slippages: new Map() },
    });
  }

  open(): Promise<void> {
    return this.#cached.open();
  }

  close(): Promise<void> {
    return this.#cached.close();
  }

  current(): ExchangeSettings {
    return this.#cached.value.settings;
  }

  version(): number {
    return this.#cached.value.version;
  }

  /** The default maximum slippage of a market, by its number, in parts per million. */
  slippagePpm(market: number): number {
    const { slippages, settings } = this.#cached.value;
    return slippages.get(market) ?? settings.maxSlippagePpm;
  }

  refresh(): Promise<void> {
    return this.#cached.refresh();
  }

  /** Up to `limit` versions, newest first; the oldest of all is the release's version 0. */
  async versions(limit: number): Promise<SettingsVersion[]> {
    const changed = await this.#read(limit);
    return changed.length === limit ? changed : [...changed, released];
  }

  /**
   * Stores a new version. If this happens in the caller's transaction, call `refresh` after its commit. Errors:
   * settings_changed.
   */
  async change(change: SettingsChange, client: Pick<Pool, 'query'> = this.#pool): Promise<void> {
    const { baseVersion, changes, changedBy, approvedBy = '', reason } = change;
    const { version, settings: before } = this.#cached.value;
    if (baseVersion !== version) throw new ApiError('settings_changed');
    const settings = JSON.stringify({ ...before, ...changes });
    const { rowCount } = await client.query(INSERT, [baseVersion + 1, settings, changedBy, approvedBy, reason]);
    if (rowCount !== 1) throw new ApiError('settings_changed');
    if (client === this.#pool) await this.refresh();
  }

  /**
   * Like `change`, stores a new version in the caller's transaction, but also accepts a change that is based on an
   * older version: `changesOf` gets all versions from that one to the newest, and returns what to change in the newest
   * version, or throws. Call `refresh` after the commit. Errors: settings_changed; busy, if another version was stored
   * at the same moment.
   */
  async amend(
    { baseVersion, changedBy, approvedBy = '', reason }: Omit<SettingsChange, 'changes'>,
    changesOf: (versions: readonly ExchangeSettings[]) => Partial<ExchangeSettings>,
    transaction: Pick<Pool, 'query'>,
  ): Promise<void> {
    const { rows } = await transaction.query<Pick<VersionRow, 'version' | 'settings'>>(
      'select version, settings from exchange_settings_version where version >= $1 order by version',
      [baseVersion],
    );
    const stored = rows.map(({ settings }) => ({ ...defaults, ...settings }));
    const versions = baseVersion === 0 ? [defaults, ...stored] : stored;
    const newest = versions.at(-1);
    if (newest === undefined) throw new ApiError('settings_changed');
    const { rowCount } = await transaction.query(INSERT, [
      baseVersion + versions.length,
      JSON.stringify({ ...newest, ...changesOf(versions) }),
      changedBy,
      approvedBy,
      reason,
    ]);
    if (rowCount !== 1) throw new ApiError('busy');
  }

  async #read(limit: number): Promise<SettingsVersion[]> {
    const { rows } = await this.#pool.query<VersionRow>(
      'select * from exchange_settings_version order by version desc limit $1',
      [limit],
    );
    return rows.map(({ version, settings, at, changed_by, approved_by, reason }) => ({
      version,
      // A version stored by an older release lacks settings that were introduced later.
      settings: { ...defaults, ...settings },
      atMs: at.getTime(),
      changedBy: changed_by,
      approvedBy: approved_by,
      reason,
    }));
  }
}
