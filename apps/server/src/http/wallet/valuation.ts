import type { AssetView } from '@vitrine/core';
import type { Services } from '../services.ts';
import { wideText } from '../wire.ts';

/** The currency everything is valued in. */
const VALUED_IN = 'USDT';

type Sources = Pick<Services, 'instruments' | 'marketData'>;

/** What so many units of an asset are worth in units of USDT at the last price, rounded down; zero where nothing trades it. */
export function valueUnits({ instruments, marketData }: Sources, asset: AssetView, units: number): bigint {
  if (asset.code === VALUED_IN) return BigInt(units);
  const instrument = instruments.byCoin(asset.code);
  if (instrument === undefined) return 0n;
  const { tickLotUnits, lotUnits } = instrument.rules;
  const { lastTicks } = marketData.ticker(instrument.market);
  return (BigInt(units) * BigInt(lastTicks) * BigInt(tickLotUnits)) / BigInt(lotUnits);
}

export function valueText(sources: Sources, value: bigint): string {
  return wideText(value, sources.instruments.assetByCode(VALUED_IN)?.scale ?? 0);
}
