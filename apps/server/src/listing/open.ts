import type { Ground } from '../kit/ground.ts';
import { Loop } from '../kit/loop.ts';
import { CoinIcons } from './coin-icons.ts';
import { Delistings } from './delistings.ts';
import type { Services } from './services.ts';
import { followWaiting } from './waiting-sources.ts';

type Below = Pick<Services, 'uploads' | 'coins' | 'core' | 'sequencer' | 'clock' | 'log'>;
type Index = Pick<Services, 'indexFeed' | 'indexSources'>;

export const openListing = (below: Below, { indexFeed, indexSources }: Index, { pool }: Ground) => ({
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
    clock: () => below.clock(),
    submit: (command) => below.sequencer.submit(command),
    log: below.log,
  }),
});
