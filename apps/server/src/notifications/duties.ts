import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** Sends the emails that are due. */
export function duties({ mailQueue, log }: Services): readonly Duty[] {
  const loop = new Loop({ name: 'emails', everyMs: 10_000, cycle: () => mailQueue.sendAll(), log });
  const stop = async () => {
    await loop.stop();
    await mailQueue.settled();
  };
  return [{ name: loop.name, start: () => loop.start(), stop }];
}
