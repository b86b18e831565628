import type { Core, MarketId } from '@vitrine/core';
import type { PriceTicks } from '@vitrine/money';
import { marketOfCoin } from '../../kit/find.ts';
import type { Instrument } from '../../kit/instruments.ts';
import type { Price } from '../../projections/books/prices.ts';
import { priceText, wideText } from '../../projections/wire.ts';
import type { Services } from '../services.ts';

export type PriceSources = Pick<Services, 'core' | 'instruments' | 'marketData'>;

/**
 * The price at which clients' coins are shown and valued: the mid price of our own order book or, if a side is empty,
 * the last trade (before the first trade, the listing's reference price). In half ticks, so that a mid price between
 * two ticks is exact.
 */
export function displayPrice({ core, marketData }: PriceSources, { market, rules }: Instrument): Price {
  const halfTicks = middleHalfTicks(core, market) ?? 2 * marketData.ticker(market).lastTicks;
  return { ticks: halfTicks, tickLotUnits: rules.tickLotUnits, lotUnits: 2 * rules.lotUnits };
}

/** The display price in USDT of one coin, with one more decimal if it lies between two ticks. */
function displayPriceText(sources: PriceSources, instrument: Instrument): string {
  const { ticks: halfTicks } = displayPrice(sources, instrument);
  if (halfTicks % 2 === 0) return priceText(instrument, (halfTicks / 2) as PriceTicks);
  const { coefficient, scale } = instrument.tick;
  return wideText(BigInt(halfTicks) * BigInt(coefficient) * 5n, scale + 1);
}

/** The price of each currency in which totals are shown; zero if the currency is not traded. */
export function displayRates(sources: PriceSources) {
  const rate = (coin: string) => {
    const instrument = marketOfCoin(sources, coin);
    return instrument === undefined ? '0' : displayPriceText(sources, instrument);
  };
  return { USDT: '1', USDC: rate('USDC'), BTC: rate('BTC'), ETH: rate('ETH') };
}

function middleHalfTicks(core: Pick<Core, 'depth'>, market: MarketId): number | undefined {
  const { bids, asks } = core.depth(market, 1);
  const [bid, ask] = [bids[0]?.[0], asks[0]?.[0]];
  return bid === undefined || ask === undefined ? undefined : bid + ask;
}
