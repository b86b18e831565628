import type { Ground } from '../kit/ground.ts';
import { Loop } from '../kit/loop.ts';
import { CoinIcons } from './coin-icons.ts';
import { Delistings } from './delistings.ts';
import type { Services } from './services.ts';
import { followWaiting } from './waiting-sources.ts';

type Below = Pick<Services, 'uploads' | 'coins' | 'instruments' | 'core' | 'sequencer' | 'clock' | 'log'>;
type Futures = Pick<Services, 'indexFeed' | 'indexSources' | 'fundings'>;

export const openListing = (
  below: Below,
  { indexFeed, indexSources, fundings }: Futures,
  { pool }: Ground,
  { delistingIndexSeconds }: { readonly delistingIndexSeconds: number },
) => ({
  coinIcons: new CoinIcons(pool, below.uploads, below.coins),
  waitingSources: new Loop({
    name: 'index sources of requests',
    everyMs: 60_000,
    cycle: () => followWaiting(pool, { indexFeed, indexSources }),
    log: below.log,
  }),
  delistings: new Delistings({
    pool,
    core: () => below.core,
    indexFeed,
    confirmedIndex: async (market) => {
      await indexSources.load();
      const perpetual = below.instruments.perpetuals().find((one) => one.market === market);
      return perpetual && indexFeed.indexFor(perpetual);
    },
    settleFunding: (market) => fundings.settle(market),
    observedMs: delistingIndexSeconds * 1_000,
    clock: () => below.clock(),
    submit: (command) => below.sequencer.submit(command),
    log: below.log,
  }),
});
