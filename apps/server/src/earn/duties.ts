import type { Duty } from '../kit/loop.ts';
import type { Services } from './services.ts';

/**
 * Resolves moves that a restart left unfinished before anything else, posts interest, ends terms, and
 * settles dual investments.
 */
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
  earn.settling,
];
