import type { MarketId, MarketView } from '@vitrine/core';
import { mulDivCeil, mulDivFloor, type PriceTicks, priceTicks } from '@vitrine/money';
import { stepText } from '../kit/amounts.ts';
import { ApiError } from '../kit/api-error.ts';
import { type Instrument, isDelisted } from '../kit/instruments.ts';
import { priceText } from '../projections/wire.ts';
import { limitsView } from './console/listing-view.ts';
import { submit } from './list.ts';
import { readMarketUnits } from './market-form.ts';
import type { Services } from './services.ts';

export const REFERENCE_PRICE = 'reference_price';

const MILLION = 1_000_000;

export interface ReferencePriceParameters {
  readonly market: MarketId;
  /** The reference price that was set when the change was requested; empty if none was. */
  readonly before: string;
  /** Empty to clear it. */
  readonly after: string;
}

type Known = Pick<Services, 'core'>;

/** The reference price and the band around it, in wire format. */
interface Shown {
  readonly reference_price: string;
  readonly lowest_price: string;
  readonly highest_price: string;
}

const viewOf = ({ core }: Known, { market, rules }: Instrument): MarketView => core.market(market) ?? rules;

/** The reference price that operators have set for a spot market; empty if none is set. */
function setReferenceText(known: Known, instrument: Instrument): string {
  const { isReferenceSet, referenceTicks } = viewOf(known, instrument);
  return isReferenceSet && !instrument.isPerpetual ? priceText(instrument, referenceTicks) : '';
}

/** The current reference price, if one is set, and the current price band. */
export function currentReference(known: Known, instrument: Instrument): Shown {
  const { lowestTicks, highestTicks } = viewOf(known, instrument);
  return {
    reference_price: setReferenceText(known, instrument),
    lowest_price: priceText(instrument, lowestTicks),
    highest_price: priceText(instrument, highestTicks),
  };
}

/** The resulting reference price and price band if the reference is set to these ticks or, if undefined, cleared. */
export function nextReference(known: Known, instrument: Instrument, ticks: PriceTicks | undefined): Shown {
  const { bandPpm, lastTicks, listedTicks } = viewOf(known, instrument);
  const centre = ticks ?? (lastTicks || listedTicks);
  const lowest = Math.max(1, mulDivCeil(centre, MILLION - bandPpm, MILLION));
  return {
    reference_price: ticks === undefined ? '' : priceText(instrument, ticks),
    lowest_price: priceText(instrument, priceTicks(lowest)),
    highest_price: priceText(instrument, priceTicks(mulDivFloor(centre, MILLION + bandPpm, MILLION))),
  };
}

/**
 * Reads a reference price. It must allow orders within the market's limits, and be at least half and at most twice the
 * present center of the price band, so that a typing error does not open the band to any price. Errors: listing_invalid.
 */
export function readReference(known: Known, instrument: Instrument, text: string): PriceTicks {
  const { tick, lot, base, quote } = instrument;
  const form = { ...limitsView(instrument), tick: stepText(tick), lot: stepText(lot), reference_price: text };
  const { referenceTicks } = readMarketUnits(form, base, quote);
  const centre = viewOf(known, instrument).referenceTicks;
  const isNear = referenceTicks * 2 >= centre && referenceTicks <= centre * 2;
  if (!isNear)
    throw new ApiError('listing_invalid', {
      reason: 'reference_distance',
      field: 'reference_price',
      most: priceText(instrument, centre),
    });
  return referenceTicks;
}

/** Registers the approval of a reference price: it needs two people with the role `listing`. */
export function registerReferencePrice(services: Services): void {
  const { approvals, delistings, instruments } = services;
  approvals.register<ReferencePriceParameters>(REFERENCE_PRICE, {
    roles: ['listing'],
    execute: async ({ market, before, after }) => {
      const instrument = instruments.byMarket(market);
      await delistings.demandNone(market);
      const current = setReferenceText(services, instrument);
      // The command may be in the log even though its approval was not marked as done.
      if (current === after) return;
      if (isDelisted(instrument) || current !== before) throw new ApiError('listing_changed');
      // Checked again, because trades may have moved the center since the request.
      const referenceTicks = after === '' ? priceTicks(0) : readReference(services, instrument, after);
      await submit(services, { kind: 'SetReferencePrice', market, referenceTicks });
    },
  });
}
