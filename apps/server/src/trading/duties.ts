import { type Duty, Loop } from '../kit/loop.ts';
import { followFeeRates } from '../settings/fee-rates.ts';
import { AssignFeeTiers } from './fees/assign-fee-tiers.ts';
import type { Services } from './services.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Assigns fee tiers by volume, applies the fees of the newest settings, executes limit conversions whose rate is
 * available, and notifies clients whose triggered orders were refused.
 */
export function duties(services: Services): readonly Duty[] {
  const { converts, tradingVolume, exchangeSettings, instruments, clock, sequencer, log } = services;
  const feeTiers = new AssignFeeTiers({
    volume: tradingVolume,
    core: () => services.core,
    clock,
    unitsPerUsdt: () => 10 ** (instruments.usdt?.scale ?? 0),
    volumesFrom: () => exchangeSettings.current().feeVolumesUsdt,
    submit: (command) => sequencer.submit(command),
  });
  const { executor, limits } = converts;
  const conversions = new Loop({
    name: 'limit conversions',
    everyMs: 1_000,
    cycle: () => executor.run(),
    isFirstLater: true,
    log,
  });
  return [
    new Loop({ name: 'fee tiers', everyMs: MINUTE_MS, cycle: () => feeTiers.run(), isFirstLater: true, log }),
    // Applies committed fee changes that did not reach the core because of a shutdown or an outage.
    new Loop({ name: 'fee rates', everyMs: MINUTE_MS, cycle: () => followFeeRates(services), log }),
    {
      name: conversions.name,
      start: () => {
        executor.load();
        conversions.start();
      },
      stop: () => conversions.stop(),
    },
    new Loop({
      name: 'refused orders',
      everyMs: 5_000,
      cycle: () => services.reportRefusedOrders(),
      isFirstLater: true,
      log,
    }),
    new Loop({
      name: 'drafts of conversions',
      everyMs: HOUR_MS,
      cycle: () => limits.forgetDrafts(),
      isFirstLater: true,
      log,
    }),
  ];
}
