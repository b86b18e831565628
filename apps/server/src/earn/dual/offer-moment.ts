import type { Services } from '../services.ts';
import { coveredUnits, type DualOffer, type OfferMoment } from './offers.ts';
import { daysUntil } from './rules.ts';

type Known = Pick<Services, 'core' | 'earn' | 'instruments' | 'plannedDelistings' | 'clock'>;

/** The current figures that decide whether the offer takes new money, at this index. */
export function momentOf(services: Known, offer: DualOffer, indexUnits: number | undefined): OfferMoment {
  const { core, earn, instruments, plannedDelistings, clock } = services;
  const nowMs = clock();
  const { scale } = instruments.asset(offer.base);
  return {
    nowMs,
    indexUnits,
    coveredUnits: coveredUnits(core, offer, { days: daysUntil(offer.expiresMs, nowMs), scale }),
    isListed:
      earn.isListed(offer.base) &&
      instruments.perpetuals().some(({ market }) => market === offer.market) &&
      // If the market is delisted before the expiry, there is no index to settle at: every investment would be returned
      // with its yield.
      !plannedDelistings.endsBy(offer.market, offer.expiresMs),
  };
}
