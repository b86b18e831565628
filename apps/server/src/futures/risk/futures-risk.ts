import type { Core, MarketId, OwnerId } from '@vitrine/core';
import type pg from 'pg';
import { SharedFor } from '../../kit/shared-for.ts';
import type { Histories } from '../../projections/histories.ts';
import type { FundingRecord } from '../../projections/tables/fundings.ts';
import type { EndedLiquidation, LiquidationSums } from '../../projections/tables/liquidation-ends.ts';
import { type MarketSurvey, surveyPositions } from './position-survey.ts';

const SURVEY_MS = 2_000;
const NEWEST_MS = 1_000;
const SUMS_MS = 10_000;
const NEWEST = 20;
const DAY_MS = 86_400_000;

export interface FuturesRiskParts {
  readonly pool: pg.Pool;
  readonly core: () => Pick<Core, 'perpetual' | 'perpetuals' | 'heldPositions'>;
  readonly histories: Pick<Histories, 'endedLiquidations' | 'liquidationSums' | 'newestFundings'>;
  readonly clock: () => number;
}

/**
 * The figures that operators watch in the perpetual markets. Operators who watch at the same time share one
 * computation.
 */
export class FuturesRisk {
  readonly #pool: pg.Pool;
  readonly #positions: SharedFor<ReadonlyMap<MarketId, MarketSurvey>>;
  readonly #newest: SharedFor<readonly EndedLiquidation[]>;
  readonly #sums: SharedFor<LiquidationSums>;
  readonly #fundings: SharedFor<ReadonlyMap<MarketId, FundingRecord>>;

  constructor({ pool, core, histories, clock }: FuturesRiskParts) {
    this.#pool = pool;
    this.#positions = new SharedFor(SURVEY_MS, () => surveyPositions(core));
    this.#newest = new SharedFor(NEWEST_MS, () => histories.endedLiquidations(NEWEST));
    this.#sums = new SharedFor(SUMS_MS, () => histories.liquidationSums(clock() - DAY_MS));
    this.#fundings = new SharedFor(SUMS_MS, async () => {
      const rows = await histories.newestFundings();
      return new Map(rows.map((row) => [row.market, row]));
    });
  }

  positions(): Promise<ReadonlyMap<MarketId, MarketSurvey>> {
    return this.#positions.get();
  }

  /** The newest liquidations, newest first. */
  newest(): Promise<readonly EndedLiquidation[]> {
    return this.#newest.get();
  }

  /** Sums over the liquidations of the last 24 hours. */
  sums(): Promise<LiquidationSums> {
    return this.#sums.get();
  }

  /** The newest funding settlement of each market that has had one. */
  fundings(): Promise<ReadonlyMap<MarketId, FundingRecord>> {
    return this.#fundings.get();
  }

  /** The uids of those owners who are clients. */
  async uids(owners: readonly OwnerId[]): Promise<ReadonlyMap<OwnerId, string>> {
    const { rows } = await this.#pool.query<{ owner: string; unique_id: string }>(
      'select owner, unique_id from client where owner = any($1)',
      [[...new Set(owners)]],
    );
    return new Map(rows.map(({ owner, unique_id }) => [Number(owner), unique_id]));
  }
}
