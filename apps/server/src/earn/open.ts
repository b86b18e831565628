import type { AssetId, Command, Refusal } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { refusalError } from '../http/refusal-error.ts';
import { ApiError } from '../kit/api-error.ts';
import type { Ground } from '../kit/ground.ts';
import { Loop } from '../kit/loop.ts';
import { PostInterest } from './interest/post-interest.ts';
import { Moves } from './moves/moves.ts';
import type { Services } from './services.ts';
import { endTerms } from './stakes/end-terms.ts';
import { StakeEffects } from './stakes/stake-effects.ts';
import { stakeNotices } from './stakes/stake-notices.ts';

type Below = Pick<
  Services,
  'core' | 'instruments' | 'sequencer' | 'clock' | 'restrictions' | 'notices' | 'mailQueue' | 'brand' | 'log'
>;

const MOVES_EVERY_MS = 5_000;
const INTEREST_EVERY_MS = 1_000;

export function openEarn(below: Below, { pool }: Ground): { readonly earn: Services['earn'] } {
  const { log, clock, instruments } = below;
  const amountText = (asset: AssetId, units: number) => formatDecimal(units, instruments.asset(asset).scale);
  const common = {
    pool,
    core: () => below.core,
    submit: (command: Command) => below.sequencer.submit(command),
    clock,
    log,
  };
  const moves = new Moves({
    ...common,
    refusalError: (command: Command, refusal: Refusal) =>
      refusal === 'exceeds_fund' ? new ApiError('pool_cannot_cover') : refusalError(below, command, refusal),
    epoch: () => below.sequencer.epoch,
    effects: new StakeEffects(clock, stakeNotices({ ...below, amountText })),
  });
  const interest = new PostInterest(common);
  return {
    earn: {
      pool,
      moves,
      interest,
      amountText,
      isListed: (asset) => asset === instruments.usdt?.asset || instruments.byCoin(asset) !== undefined,
      resolving: new Loop({ name: 'earn moves', everyMs: MOVES_EVERY_MS, cycle: () => moves.resolve(), log }),
      posting: new Loop({
        name: 'earn interest',
        everyMs: INTEREST_EVERY_MS,
        cycle: async () => {
          const isPosting = await interest.turn();
          // A term is paid out after all of its days are posted.
          return (await endTerms(pool, moves, clock())) || isPosting;
        },
        log,
      }),
    },
  };
}
