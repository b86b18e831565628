import type { PositionSide } from '../../src/vocabulary/terms.ts';

export type Position = PositionSide;
export const positions: readonly Position[] = ['long', 'short'];
