import { type Duty, Loop } from '../kit/loop.ts';
import type { Services } from './services.ts';

/** Erases photos when their retention period ends. */
export const duties = ({ kycRetention, log }: Services): readonly Duty[] => [
  new Loop({ name: 'retention of photos', everyMs: 86_400_000, cycle: () => kycRetention.run(new Date()), log }),
];
