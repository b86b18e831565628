import type { Duty } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** Resolves moves that a restart left unfinished before anything else, posts interest, and ends terms. */
export const duties = ({ earn }: Services): readonly Duty[] => [
  {
    name: earn.resolving.name,
    start: async () => {
      earn.resolving.start();
      await earn.resolving.next();
    },
    stop: () => earn.resolving.stop(),
  },
  earn.posting,
];
