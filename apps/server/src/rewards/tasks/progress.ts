import type { OwnerId } from '@vitrine/core';
import { formatDecimal, trimZeros } from '@vitrine/money';
import type { Session } from '../../http/session.ts';
import { largestPaidIn } from '../paid-in.ts';
import type { Services } from '../services.ts';
import { hasUsableAddress, largestStake } from './kept.ts';
import { dayText, type Period, periodOf } from './periods.ts';
import type { RewardTask } from './reward-tasks.ts';

const DAY_MS = 86_400_000;

/** What the progress is computed for: display, or a claim. */
type Use = 'page' | 'claim';

/** A client's progress on a task. */
export interface Progress {
  readonly amount: string;
  readonly required: string;
  readonly isDone: boolean;
}

/**
 * The client's progress on a task in this period. Uses only the exchange's own records: tables derived from the log,
 * and the client's account.
 */
export async function progressOf(
  services: Services,
  session: Session,
  task: RewardTask,
  period: Period,
  use: Use = 'page',
): Promise<Progress> {
  const { owner } = session;
  switch (task.rule) {
    case 'checkin':
      return once(true);
    case 'checkin_days':
      return outOf((await checkInsOf(services, owner, services.clock())).length, task.threshold);
    case 'deposit':
      return usdtOutOf(
        services,
        await largestPaidIn({ ...services, pool: services.rewardPool }, owner, period.fromMs, period.toMs),
        task.threshold,
      );
    case 'trade_volume':
      return usdtOutOf(services, await volumeOf(services, owner, task, period, use), task.threshold);
    case 'guesses':
      return outOf(await services.guesses.right(owner, period), task.threshold);
    case 'mined_hours':
      return outOf(await services.mining.hours(owner, period), task.threshold);
    case 'verified':
      return once(services.kyc.isVerified(owner));
    case 'saved_address':
      return once(await hasUsableAddress(services.rewardPool, owner, services.clock()));
    case 'earn':
      return usdtOutOf(services, await largestStake(services.rewardPool, owner, period), task.threshold);
    case 'second_factor': {
      const { hasAuthenticator, passkeys } = await services.security.state(session);
      return once(hasAuthenticator || passkeys > 0);
    }
  }
}

const once = (isDone: boolean): Progress => outOf(isDone ? 1 : 0, 1);

const outOf = (amount: number, required: number): Progress => ({
  amount: String(amount),
  required: String(required),
  isDone: amount >= required,
});

const unitsOf = ({ instruments }: Services, wholeUsdt: number): bigint =>
  BigInt(wholeUsdt) * 10n ** BigInt(instruments.usdt?.scale ?? 0);

function usdtOutOf(services: Services, units: bigint, wholeUsdt: number): Progress {
  const scale = services.instruments.usdt?.scale ?? 0;
  const required = unitsOf(services, wholeUsdt);
  // The displayed amount is capped at a safe integer; whether the task is done is decided exactly.
  const shown = Number(units > BigInt(Number.MAX_SAFE_INTEGER) ? BigInt(Number.MAX_SAFE_INTEGER) : units);
  return { amount: trimZeros(formatDecimal(shown, scale)), required: String(wholeUsdt), isDone: units >= required };
}

/** The days of the week that contains `nowMs` on which the client has claimed a check-in. */
export async function checkInsOf({ rewardPool }: Services, owner: OwnerId, nowMs: number): Promise<readonly string[]> {
  const { fromMs, toMs } = periodOf('weekly', nowMs);
  const { rows } = await rewardPool.query<{ period: string }>(
    `select distinct c.period from task_claims c join reward_tasks t on t.task_id = c.task_id and t.version = c.version
     where c.owner = $1 and t.list = 'daily' and t.rule = 'checkin' and c.period >= $2 and c.period < $3 order by 1`,
    [owner, dayText(fromMs), dayText(toMs)],
  );
  return rows.map(({ period }) => period);
}

/**
 * The client's volume in the period, in units of USDT, minus the volume that does not count for tasks. If the volume
 * could suffice for a claim, the fees of the newest trades are folded first. The volume is read before that, so it
 * contains no trade that has not been checked.
 */
async function volumeOf(
  services: Services,
  owner: OwnerId,
  { threshold }: RewardTask,
  { fromMs }: Period,
  use: Use,
): Promise<bigint> {
  const { tradingVolume, feeFolds, rewardPool } = services;
  const units = BigInt(await tradingVolume.since(owner, fromMs));
  if (use === 'claim' && units >= unitsOf(services, threshold)) await feeFolds.fold(owner);
  const { rows } = await rewardPool.query<{ units: string }>(
    'select coalesce(sum(units), 0) as units from uncounted_volume where owner = $1 and day >= $2',
    [owner, Math.floor(fromMs / DAY_MS)],
  );
  const counted = units - BigInt(rows[0]?.units ?? 0);
  return counted > 0n ? counted : 0n;
}
