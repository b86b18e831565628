import type { IndexFeed } from '../futures/index-price/index-feed.ts';
import type { Ground } from '../kit/ground.ts';
import { CoinIcons } from './coin-icons.ts';
import { Delistings } from './delistings.ts';
import type { Services } from './services.ts';

type Below = Pick<Services, 'uploads' | 'coins' | 'core' | 'sequencer' | 'clock' | 'log'>;

export const openListing = (below: Below, indexFeed: IndexFeed, { pool }: Ground) => ({
  coinIcons: new CoinIcons(pool, below.uploads, below.coins),
  delistings: new Delistings({
    pool,
    core: () => below.core,
    indexFeed,
    clock: () => below.clock(),
    submit: (command) => below.sequencer.submit(command),
    log: below.log,
  }),
});
