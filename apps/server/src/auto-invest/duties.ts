import type { Duty } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** Continues the runs that a restart left unfinished, and executes due ones. */
export const duties = ({ autoInvest }: Services): readonly Duty[] => [autoInvest.running];
