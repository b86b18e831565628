import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** Sends the emails that are due. */
export function duties({ letters, log }: Services): readonly Duty[] {
  const loop = new Loop({ name: 'emails', everyMs: 10_000, cycle: () => letters.sendAll(), log });
  const stop = async () => {
    await loop.stop();
    await letters.settled();
  };
  return [{ name: loop.name, start: () => loop.start(), stop }];
}
