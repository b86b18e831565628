import type { Services } from '../services.ts';
import { coveredUnits, type DualOffer, type OfferMoment } from './offers.ts';
import { daysUntil } from './rules.ts';

type Known = Pick<Services, 'core' | 'earn' | 'instruments' | 'clock'>;

/** What decides whether an offer takes money now, at this index. */
export function momentOf(services: Known, offer: DualOffer, indexUnits: number | undefined): OfferMoment {
  const { core, earn, instruments, clock } = services;
  const nowMs = clock();
  const { scale } = instruments.asset(offer.base);
  return {
    nowMs,
    indexUnits,
    coveredUnits: coveredUnits(core, offer, { days: daysUntil(offer.expiresMs, nowMs), scale }),
    isListed: earn.isListed(offer.base) && instruments.perpetuals().some(({ market }) => market === offer.market),
  };
}
