import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** Mark prices that follow the index. */
export function duties({ indexFeed, log }: Services): readonly Duty[] {
  return [new Loop({ name: 'mark prices', everyMs: 1_000, cycle: () => indexFeed.run(), log })];
}
