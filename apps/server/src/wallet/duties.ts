import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** Keeps profit and loss near the histories, so that whoever looks has little left to fold. */
export const duties = ({ books, log }: Services): readonly Duty[] => [
  new Loop({ name: 'profit and loss', everyMs: 5_000, cycle: () => books.advance(), isFirstLater: true, log }),
];
