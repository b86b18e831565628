import type {
  AssetId,
  AssetRegistered,
  MarketId,
  MarketListed,
  MarketRulesChanged,
  PerpetualListed,
} from '@vitrine/core';
import type pg from 'pg';
import { BulkRows } from '../projector/bulk-rows.ts';

export interface ProjectedMarket {
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly tickLotUnits: number;
  readonly lotUnits: number;
  /** The price at listing: the reference price, or the mark price of a perpetual market. */
  readonly referenceTicks: number;
  readonly isPerpetual: boolean;
}

/**
 * Tables assets and markets, which give the units of the figures in all other tables. Few enough rows to keep in
 * memory.
 */
export class MarketsProjection {
  readonly #markets: Map<MarketId, ProjectedMarket>;
  readonly #scales: Map<AssetId, number>;
  readonly #changed = new Set<MarketId>();
  readonly #assetRows = new BulkRows({ asset_id: 'integer', code: 'text', scale: 'integer' });
  readonly #marketRows = new BulkRows({
    market_id: 'integer',
    base_asset_id: 'integer',
    quote_asset_id: 'integer',
    tick_lot_units: 'bigint',
    lot_units: 'bigint',
    reference_ticks: 'bigint',
    is_perpetual: 'boolean',
  });

  private constructor(markets: Map<MarketId, ProjectedMarket>, scales: Map<AssetId, number>) {
    this.#markets = markets;
    this.#scales = scales;
  }

  static async load(client: pg.ClientBase): Promise<MarketsProjection> {
    const { rows } = await client.query('select * from markets');
    const entries = rows.map((row): [MarketId, ProjectedMarket] => [
      row.market_id,
      {
        base: row.base_asset_id,
        quote: row.quote_asset_id,
        tickLotUnits: Number(row.tick_lot_units),
        lotUnits: Number(row.lot_units),
        referenceTicks: Number(row.reference_ticks),
        isPerpetual: row.is_perpetual,
      },
    ]);
    const { rows: assets } = await client.query('select asset_id, scale from assets');
    return new MarketsProjection(new Map(entries), new Map(assets.map((row) => [row.asset_id, row.scale])));
  }

  get(market: MarketId): ProjectedMarket {
    const found = this.#markets.get(market);
    if (found === undefined) throw new Error(`An event refers to market ${market}, which was never listed`);
    return found;
  }

  /** The decimal places of the market's quote asset. */
  quoteScale(market: MarketId): number {
    const { quote } = this.get(market);
    const scale = this.#scales.get(quote);
    if (scale === undefined) throw new Error(`Market ${market} refers to asset ${quote}, which was never registered`);
    return scale;
  }

  apply(event: AssetRegistered | MarketListed | PerpetualListed | MarketRulesChanged): void {
    switch (event.kind) {
      case 'AssetRegistered':
        this.#assetRows.add(event.asset, event.code, event.scale);
        this.#scales.set(event.asset, event.scale);
        return;
      case 'MarketListed':
        this.#set(event.market, { ...event, isPerpetual: false });
        return;
      case 'PerpetualListed':
        this.#set(event.market, { ...event, referenceTicks: event.markTicks, isPerpetual: true });
        return;
      case 'MarketRulesChanged': {
        const { tickLotUnits, lotUnits } = event;
        this.#set(event.market, { ...this.get(event.market), tickLotUnits, lotUnits });
      }
    }
  }

  #set(market: MarketId, projected: ProjectedMarket): void {
    const { base, quote, tickLotUnits, lotUnits, referenceTicks, isPerpetual } = projected;
    this.#markets.set(market, { base, quote, tickLotUnits, lotUnits, referenceTicks, isPerpetual });
    this.#changed.add(market);
  }

  async flush(client: pg.ClientBase): Promise<void> {
    if (this.#assetRows.length > 0)
      await this.#assetRows.insertInto(client, 'assets', 'on conflict (asset_id) do nothing');
    if (this.#changed.size === 0) return;
    for (const id of this.#changed) {
      const { base, quote, tickLotUnits, lotUnits, referenceTicks, isPerpetual } = this.get(id);
      this.#marketRows.add(id, base, quote, tickLotUnits, lotUnits, referenceTicks, isPerpetual);
    }
    this.#changed.clear();
    await this.#marketRows.insertInto(
      client,
      'markets',
      `on conflict (market_id) do update set tick_lot_units = excluded.tick_lot_units, lot_units = excluded.lot_units`,
    );
  }
}
