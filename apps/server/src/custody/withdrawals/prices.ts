import type { AssetView, Core, MarketView } from '@vitrine/core';
import { parseDecimal } from '@vitrine/money';
import type { Instruments } from '../../kit/instruments.ts';
import type { Candle } from '../../projections/tables/candles.ts';
import type { MarketData } from '../../projections/tables/market-data.ts';
import type { ExchangeSettings } from '../../settings/exchange-settings.ts';

const DAY_MS = 86_400_000;
/** Number of whole days before today whose trades are included. */
const DAYS = 7;
/** Maximum number of decimals of a price that operators set. */
const SET_SCALE = 8;

interface PricesParts {
  readonly core: () => Core;
  readonly instruments: Instruments;
  readonly marketData: Pick<MarketData, 'candles' | 'tape'>;
  readonly settings: () => Pick<ExchangeSettings, 'coinValuesUsdt'>;
  readonly clock: () => number;
}

/** A price as a ratio: this many units of USDT for this many units of the coin. */
interface Price {
  readonly usdtUnits: bigint;
  readonly coinUnits: bigint;
}

/**
 * The prices, the highest of which is used to value a withdrawal for the limits: the price that operators have set for
 * this purpose; otherwise the volume-weighted average prices of today and of each of the previous seven days and, until
 * the market has traded for that long, the listing price. A day without trades has the price of the day before. A
 * reference price counts as one more price: it centers the price band, and must not lower the value of withdrawals.
 *
 * In a market that is not open, the days are those up to its last trade, not up to now: otherwise that trade alone
 * would set the coin's value once a week has passed. A coin whose market was delisted has the prices of that market, so
 * that it can still be withdrawn; a coin that never had a market has none.
 *
 * In a thin market, clients can trade with each other at any price within the band. Trading the price down does not get
 * them past the limits, because the higher prices of earlier days count; and a few small trades at a high price hardly
 * raise a volume-weighted average, so other clients' withdrawals are not valued higher and do not use up their limits
 * sooner.
 */
export async function pricesOf(asset: AssetView, parts: PricesParts): Promise<readonly Price[]> {
  const set = parts.settings().coinValuesUsdt[asset.code];
  if (set !== undefined) return [setPrice(set, asset, parts.instruments.usdt?.scale ?? 0)];
  const instrument = parts.instruments.lastByCoin(asset.asset);
  const market = instrument && parts.core().market(instrument.market);
  if (market === undefined) return [];
  const lastMs = (market.status !== 'open' && parts.marketData.tape(market.market, 1)[0]?.timeMs) || parts.clock();
  const fromMs = (Math.floor(lastMs / DAY_MS) - DAYS) * DAY_MS;
  const days = await parts.marketData.candles(market.market, '1d', { fromMs, toMs: lastMs + 1 });
  const prices: Price[] = [];
  for (const day of days) {
    const before = prices.at(-1) ?? tickPrice(day.closeTicks, market);
    prices.push(day.volumeLots > 0n ? averagePrice(day, market) : before);
  }
  if (days.length <= DAYS) prices.push(tickPrice(market.listedTicks, market));
  if (market.isReferenceSet) prices.push(tickPrice(market.referenceTicks, market));
  return prices;
}

function setPrice(text: string, { code, scale }: AssetView, usdtScale: number): Price {
  const value = parseDecimal(text, SET_SCALE);
  if (value === undefined) throw new Error(`the value set for ${code}, ${text} USDT, is not a price`);
  return { usdtUnits: BigInt(value) * 10n ** BigInt(usdtScale), coinUnits: 10n ** BigInt(scale + SET_SCALE) };
}

const tickPrice = (ticks: number, { tickLotUnits, lotUnits }: MarketView): Price => ({
  usdtUnits: BigInt(ticks) * BigInt(tickLotUnits),
  coinUnits: BigInt(lotUnits),
});

const averagePrice = ({ turnoverUnits, volumeLots }: Candle, { lotUnits }: MarketView): Price => ({
  usdtUnits: turnoverUnits,
  coinUnits: volumeLots * BigInt(lotUnits),
});
