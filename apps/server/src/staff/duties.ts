import { type Duty, Loop } from '../kit/loop.ts';
import { AnchorAudit } from './audit/anchor-audit.ts';
import type { Services } from './services.ts';

/** Writes the head of the audit trail into the log every hour. */
export function duties(services: Services): readonly Duty[] {
  const { audit, sequencer, log } = services;
  const anchors = new AnchorAudit({
    audit,
    core: () => services.core,
    submit: (command) => sequencer.submit(command),
  });
  return [new Loop({ name: 'audit anchors', everyMs: 3_600_000, cycle: () => anchors.run(), log })];
}
