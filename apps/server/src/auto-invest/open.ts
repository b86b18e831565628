import type { Services as Below } from '../earn/services.ts';
import type { Ground } from '../kit/ground.ts';
import { Loop } from '../kit/loop.ts';
import { RunPlans } from './runs/run-plans.ts';
import type { Services } from './services.ts';

const EVERY_MS = 1_000;

export function openAutoInvest(below: Below, { pool }: Ground): Pick<Services, 'autoInvest'> {
  const running = new Loop({ name: 'auto-invest', everyMs: EVERY_MS, cycle: () => runs.turn(), log: below.log });
  const autoInvest = { pool, running };
  // Inherits from `below` instead of copying it, because `below` is still being extended, and its core is a getter.
  const services: Services = Object.create(below, { autoInvest: { value: autoInvest } });
  const runs = new RunPlans(services);
  return { autoInvest };
}
