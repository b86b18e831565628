import type { MarketId } from '@vitrine/core';
import type { Instruments } from '../../kit/instruments.ts';
import type { Services } from '../services.ts';
import { meanPriceUnits, type PriceScale } from './rules.ts';

/** How to convert prices of a market, even a delisted one, to quote units per whole coin. */
export function priceScaleOf(instruments: Instruments, market: MarketId): PriceScale {
  const { base, rules } = instruments.byMarket(market);
  return { scale: base.scale, tickLotUnits: rules.tickLotUnits, lotUnits: rules.lotUnits };
}

/**
 * The confirmed index of each market, in quote units per whole coin. Leaves out markets without one, and those held for
 * an operator because their index is far from their last price.
 */
export async function indexUnitsOf(
  { indexFeed, indexPrices, instruments }: Pick<Services, 'indexFeed' | 'indexPrices' | 'instruments'>,
  markets: readonly MarketId[],
): Promise<ReadonlyMap<MarketId, number>> {
  const states = await indexPrices.states([...new Set(markets)]);
  return new Map(
    [...states].flatMap(([market, { ticks }]) =>
      ticks === undefined || indexFeed.isHeld(market)
        ? []
        : [[market, meanPriceUnits([Math.round(ticks)], priceScaleOf(instruments, market))] as const],
    ),
  );
}
