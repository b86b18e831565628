import type { Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/**
 * Resolves moves and rentals that a restart left unfinished, before anything else; then posts interest, ends terms,
 * settles dual investments, pays the output of rentals, and moves approved money into the pools and back.
 */
export const duties = ({ earn }: Services): readonly Duty[] => [
  resolvedFirst(earn.resolving),
  resolvedFirst(earn.resolvingRentals),
  earn.posting,
  earn.settling,
  earn.payingOutputs,
  earn.funding,
];

/** A loop whose first cycle is complete before later duties start. */
const resolvedFirst = (loop: Loop): Duty => ({
  name: loop.name,
  start: async () => {
    loop.start();
    await loop.next();
  },
  stop: () => loop.stop(),
});
