import type { AssetId, Core } from '@vitrine/core';
import type { Instrument, Instruments } from '../../kit/instruments.ts';

type Books = Pick<Core, 'depth'>;

/**
 * Units of `to` per unit of `from` at the current best prices, without fees: no conversion of any size gets a better
 * rate. Zero if nothing can be traded.
 */
export function bestRate(core: Books, instruments: Instruments, from: AssetId, to: AssetId): number {
  const sales: Instrument[] = [];
  const purchases: Instrument[] = [];
  for (const instrument of instruments.spot()) {
    if (instrument.base.asset === from) sales.push(instrument);
    if (instrument.base.asset === to) purchases.push(instrument);
  }
  const direct = [
    ...sales.filter(({ quote }) => quote.asset === to).map((sale) => saleRate(core, sale)),
    ...purchases.filter(({ quote }) => quote.asset === from).map((purchase) => purchaseRate(core, purchase)),
  ];
  if (direct.length > 0) return Math.max(...direct);
  const through = sales.flatMap((sale) =>
    purchases
      .filter(({ quote }) => quote.asset === sale.quote.asset)
      .map((purchase) => saleRate(core, sale) * purchaseRate(core, purchase)),
  );
  return Math.max(0, ...through);
}

function saleRate(core: Books, { market, rules }: Instrument): number {
  const [bid] = core.depth(market, 1).bids;
  return bid === undefined ? 0 : (bid[0] * rules.tickLotUnits) / rules.lotUnits;
}

function purchaseRate(core: Books, { market, rules }: Instrument): number {
  const [ask] = core.depth(market, 1).asks;
  return ask === undefined ? 0 : rules.lotUnits / (ask[0] * rules.tickLotUnits);
}
