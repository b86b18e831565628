import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

const EVERY_MS = 15_000;

/**
 * Completes purchases that a restart left unfinished, expires those not paid in time, and deducts the USDT of refunded or
 * reversed purchases (take-backs).
 */
export function duties({ purchases, purchaseTakeBacks, log }: Services): readonly Duty[] {
  const takeBacks = new Loop({ name: 'take-backs', everyMs: EVERY_MS, cycle: () => purchaseTakeBacks.run(), log });
  if (purchases === undefined) return [takeBacks];
  const loop = new Loop({ name: 'purchases', everyMs: EVERY_MS, cycle: () => purchases.finishAll(), log });
  const stop = async () => {
    await loop.stop();
    await purchases.settled();
  };
  return [{ name: loop.name, start: () => loop.start(), stop }, takeBacks];
}
