import { type Refusal, refusals } from '../../src/vocabulary/refusals.ts';

export type Check = readonly [isSo: boolean, refusal: Refusal];

/** [C2]: of the refusals that apply, the one that comes first in refusals.ts. */
export const firstOf = (checks: readonly Check[]): Refusal | undefined =>
  refusals.find((refusal) => checks.some(([isSo, of]) => isSo && of === refusal));
