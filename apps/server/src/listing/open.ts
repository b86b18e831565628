import type { Command } from '@vitrine/core';
import type { Ground } from '../kit/ground.ts';
import { Loop } from '../kit/loop.ts';
import { CloseOnlyRules } from './close-only-rules.ts';
import { CoinIcons } from './coin-icons.ts';
import { DelistingPlans } from './delisting-plans.ts';
import { Delistings } from './delistings.ts';
import { ListingDrafts } from './listing-drafts.ts';
import type { Services } from './services.ts';
import { notifySettled } from './settlement-notices.ts';
import { demandSettlement } from './settlement-price.ts';
import { followWaiting } from './waiting-sources.ts';

type Below = Pick<
  Services,
  'uploads' | 'coins' | 'instruments' | 'core' | 'sequencer' | 'clock' | 'notices' | 'mailQueue' | 'log'
>;
type Trading = Pick<Services, 'indexFeed' | 'indexPrices' | 'indexSources' | 'fundings' | 'plannedDelistings'>;

export function openListing(
  below: Below,
  { indexFeed, indexPrices, indexSources, fundings, plannedDelistings }: Trading,
  { pool }: Ground,
  { delistingIndexSeconds }: { readonly delistingIndexSeconds: number },
) {
  const common = {
    pool,
    core: () => below.core,
    clock: () => below.clock(),
    submit: (command: Command) => below.sequencer.submit(command),
    log: below.log,
  };
  const closeOnlyRules = new CloseOnlyRules(common);
  const delistings = new Delistings({
    ...common,
    closeOnlyRules,
    indexFeed,
    confirmedIndex: async (market) => {
      await indexSources.load();
      const perpetual = below.instruments.perpetuals().find((one) => one.market === market);
      return perpetual && indexFeed.indexFor(perpetual);
    },
    settleFunding: (market) => fundings.settle(market),
    demandSettlement: (market, ticks) =>
      demandSettlement({ ...below, indexFeed, indexPrices, indexSources }, below.instruments.byMarket(market), ticks),
    observedMs: delistingIndexSeconds * 1_000,
  });
  const { instruments, notices, mailQueue } = below;
  const delistingPlans = new DelistingPlans({
    ...common,
    instruments,
    planned: plannedDelistings,
    delistings,
    closeOnlyRules,
    notices,
    mailQueue,
  });
  return {
    closeOnlyRules,
    delistings,
    delistingPlans,
    settlementNotices: new Loop({
      name: 'settlements of delistings',
      everyMs: 10_000,
      cycle: () => notifySettled({ pool, instruments, notices, mailQueue }),
      log: below.log,
    }),
    coinIcons: new CoinIcons(pool, below.uploads, below.coins),
    listingDrafts: new ListingDrafts(pool),
    waitingSources: new Loop({
      name: 'index sources of pending requests',
      everyMs: 60_000,
      cycle: () => followWaiting(pool, { indexFeed, indexSources }),
      log: below.log,
    }),
  };
}
