import type { Ground } from '../kit/ground.ts';
import { FundingRates } from './funding/funding-rates.ts';
import { BookSource } from './index-price/book-source.ts';
import { IndexFeed } from './index-price/index-feed.ts';
import { storedProtection } from './index-price/stored-protection.ts';
import type { Services } from './services.ts';

type Below = Pick<Services, 'core' | 'instruments' | 'sequencer' | 'clock' | 'settings'>;

export function openFutures(below: Below, { pool }: Ground) {
  const { instruments, sequencer, clock, settings } = below;
  const indexFeed = new IndexFeed({
    core: () => below.core,
    perpetuals: () => instruments.perpetuals(),
    clock,
    submit: sequencer.submit,
    protection: storedProtection(pool),
  });
  // A sandbox without its simulated traders has no prices that an index could follow.
  if (settings.mode === 'production' || settings.house) indexFeed.add(new BookSource(below));
  return { fundingRates: new FundingRates(pool, clock), indexFeed };
}
