import type { AssetId, Command, MarketId, Refusal } from '@vitrine/core';
import { formatDecimal } from '@vitrine/money';
import { refusalError } from '../http/refusal-error.ts';
import { ApiError } from '../kit/api-error.ts';
import type { Ground } from '../kit/ground.ts';
import { Loop } from '../kit/loop.ts';
import { DualEffects } from './dual/dual-effects.ts';
import { dualNotices } from './dual/dual-notices.ts';
import { priceScaleOf } from './dual/index-units.ts';
import { SettleDuals } from './dual/settle-duals.ts';
import { Faults } from './faults.ts';
import { PostInterest } from './interest/post-interest.ts';
import { PayOutputs } from './miners/pay-outputs.ts';
import { notifyEnded } from './miners/rental-notices.ts';
import { Rentals } from './miners/rentals.ts';
import type { MoveEffects } from './moves/move-effects.ts';
import { Moves } from './moves/moves.ts';
import { PoolFundings } from './pools/pool-fundings.ts';
import type { Services } from './services.ts';
import { settleAll } from './settled.ts';
import { closeStakes } from './stakes/close-stakes.ts';
import { endTerms } from './stakes/end-terms.ts';
import { remindTerms } from './stakes/remind-terms.ts';
import { StakeEffects } from './stakes/stake-effects.ts';
import { stakeNotices } from './stakes/stake-notices.ts';

type Below = Pick<
  Services,
  | 'core'
  | 'instruments'
  | 'sequencer'
  | 'clock'
  | 'histories'
  | 'restrictions'
  | 'notices'
  | 'mailQueue'
  | 'brand'
  | 'houseMoney'
  | 'log'
>;

const MOVES_EVERY_MS = 5_000;
const INTEREST_EVERY_MS = 1_000;
const SETTLE_EVERY_MS = 1_000;
const FUNDINGS_EVERY_MS = 5_000;
/** Maximum time to wait for the histories, before looking up postings that may already be in the log. */
const PROJECTED_WITHIN_MS = 5_000;

export function openEarn(
  below: Below,
  { pool }: Ground,
  { indexPrices }: Pick<Services, 'indexPrices'>,
): { readonly earn: Services['earn'] } {
  const { log, clock, instruments } = below;
  const amountText = (asset: AssetId, units: number) => formatDecimal(units, instruments.asset(asset).scale);
  const faults = new Faults(pool, log);
  const core = () => below.core;
  const isListed = (asset: AssetId) => asset === instruments.usdt?.asset || instruments.byCoin(asset) !== undefined;
  const projected = (position: number) => below.histories.reached(position, PROJECTED_WITHIN_MS);
  const common = {
    pool,
    core,
    submit: (command: Command) => below.sequencer.submit(command),
    epoch: () => below.sequencer.epoch,
    clock,
    faults,
    log,
  };
  const ofClients = {
    ...common,
    refusalError: (command: Command, refusal: Refusal) =>
      refusal === 'exceeds_fund' ? new ApiError('pool_cannot_cover') : refusalError(below, command, refusal),
  };
  const stakeClients = stakeNotices({ ...below, amountText });
  const moves = new Moves({
    ...ofClients,
    effects: effectsOf(
      new StakeEffects(clock, stakeClients),
      new DualEffects(clock, dualNotices({ ...below, amountText })),
    ),
  });
  const interest = new PostInterest({ ...common, projected });
  const posting = loopOf('earn interest', INTEREST_EVERY_MS, log, async () => {
    const isPosting = await interest.turn();
    // A term is paid out only after all of its days are posted.
    const isEnding = await endTerms({ ...common, moves, isListed });
    const isClosing = await closeStakes({ ...common, moves, isListed });
    const isReminding = await remindTerms(pool, stakeClients, clock());
    return isPosting || isEnding || isClosing || isReminding;
  });
  const priceScale = (market: MarketId) => priceScaleOf(instruments, market);
  const duals = new SettleDuals({ ...common, moves, indexPrices, priceScaleOf: priceScale });
  const settling = loopOf('dual investments', SETTLE_EVERY_MS, log, () => duals.turn());
  const rentals = new Rentals(ofClients);
  const outputs = new PayOutputs({ ...common, notifyEnded: notifyEnded({ ...below, amountText }) });
  const payingOutputs = loopOf('miner outputs', INTEREST_EVERY_MS, log, () => outputs.turn());
  const poolFundings = new PoolFundings({ ...common, houseMoney: below.houseMoney });
  const loops = [posting, settling, payingOutputs];
  return {
    earn: {
      pool,
      moves,
      interest,
      faults,
      amountText,
      isListed,
      resolving: loopOf('earn moves', MOVES_EVERY_MS, log, () => moves.resolve()),
      posting,
      settling,
      rentals,
      resolvingRentals: loopOf('miner rentals', MOVES_EVERY_MS, log, () => rentals.resolve()),
      payingOutputs,
      poolFundings,
      funding: loopOf('earn fundings', FUNDINGS_EVERY_MS, log, () => poolFundings.run()),
      settle: async (withinMs) => (await settleAll({ pool, loops, clock }, withinMs)) && projected(core().position),
    },
  };
}

const loopOf = (name: string, everyMs: number, log: Below['log'], cycle: () => Promise<boolean>): Loop =>
  new Loop({ name, everyMs, cycle, log });

/** Applies a move's effects to its stake or to its dual investment. */
function effectsOf(stakes: MoveEffects, duals: MoveEffects): MoveEffects {
  const of = ({ dual }: { readonly dual?: unknown }) => (dual === undefined ? stakes : duals);
  return {
    done: (client, move, position) => of(move).done(client, move, position),
    failed: (client, move) => of(move).failed(client, move),
  };
}
