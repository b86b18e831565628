import type { endpoints, ResponseOf } from '@vitrine/contract';
import { type AssetUnits, formatDecimal } from '@vitrine/money';
import { type Instrument, type Instruments, nameIn } from '../../kit/instruments.ts';
import type { OrderRecord } from '../../projections/tables/orders.ts';
import {
  averagePriceText,
  orderOnWire,
  priceText,
  quoteText,
  ratePercentText,
  sizeText,
  wideText,
} from '../../projections/wire.ts';
import { positionSide } from '../orders/position-order.ts';
import type { OpenPosition } from '../positions/open-positions.ts';

/** Converts the exchange's integers into the strings of the API. */

type PositionItem = ResponseOf<typeof endpoints.futuresPositions>['positions'][number];
type FuturesOrderItem = ResponseOf<typeof endpoints.futuresOpenOrders>['orders'][number];

export const signedQuoteText = ({ quote }: Instrument, units: number): string =>
  units < 0 ? `-${formatDecimal(-units, quote.scale)}` : formatDecimal(units, quote.scale);

const PERCENT_DECIMALS = 2;

/** A percentage truncated to two decimals; empty if the total is not positive. */
export function shareText(part: number, whole: number): string {
  if (whole <= 0) return '';
  const hundredths = (BigInt(Math.abs(part)) * 10_000n) / BigInt(whole);
  const text = wideText(hundredths, PERCENT_DECIMALS);
  return part < 0 && hundredths > 0n ? `-${text}` : text;
}

/** A position at its market's mark price. */
export function positionOnWire(instruments: Instruments, { view, perpetual, closingLots }: OpenPosition): PositionItem {
  const { markTicks, tickLotUnits, status } = perpetual;
  const instrument = instruments.byMarket(view.market);
  const { market, position, sizeLots, costUnits, marginUnits, profitUnits, maintenanceUnits } = view;
  const valueUnits = (markTicks * tickLotUnits * sizeLots) as typeof costUnits;
  return {
    id: `${market}-${position}`,
    name: nameIn.web(instrument),
    side: position,
    leverage: view.leverage,
    size: sizeText(instrument, sizeLots),
    entry_price: averagePriceText(instrument, { filledLots: sizeLots, filledUnits: costUnits }),
    mark_price: priceText(instrument, markTicks),
    cost: quoteText(instrument, costUnits),
    value: quoteText(instrument, valueUnits),
    margin: quoteText(instrument, marginUnits),
    profit: signedQuoteText(instrument, profitUnits),
    rate_of_return_percent: shareText(profitUnits, marginUnits),
    maintenance_margin: quoteText(instrument, maintenanceUnits),
    maintenance_percent: ratePercentText(view.maintenancePpm),
    margin_ratio_percent: shareText(maintenanceUnits, marginUnits + profitUnits),
    liquidation_price: view.liquidationTicks === 0 ? '' : priceText(instrument, view.liquidationTicks),
    bankruptcy_price: priceText(instrument, view.bankruptcyTicks),
    removable_margin: quoteText(instrument, status === 'open' ? view.removableUnits : (0 as AssetUnits)),
    closing: sizeText(instrument, closingLots),
    ...(view.termEndsMs === 0 ? {} : { term_ends_at: view.termEndsMs }),
    is_bound: view.isBound,
  };
}

/** An order in a perpetual market, open or ended. */
export function futuresOrderOnWire(instruments: Instruments, order: OrderRecord): FuturesOrderItem {
  const { coin_pair, delegate_type: _, oco_order_id: __, ...item } = orderOnWire(instruments, order);
  const effect = order.reduceOnly ? 'close' : 'open';
  return { ...item, name: coin_pair.pair_name, side: positionSide(order.side, effect), effect };
}

/** A rate in parts per million as a percentage, with a minus sign if it is negative. */
export const signedRateText = (ratePpm: number): string =>
  ratePpm < 0 ? `-${ratePercentText(-ratePpm)}` : ratePercentText(ratePpm);
