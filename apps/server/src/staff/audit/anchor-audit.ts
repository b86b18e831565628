import type { Command, Core } from '@vitrine/core';
import type { AuditTrail } from './audit-trail.ts';

interface AnchorAuditParts {
  readonly audit: Pick<AuditTrail, 'head'>;
  readonly core: () => Pick<Core, 'auditAnchor'>;
  readonly submit: (command: Command) => Promise<{ readonly refusal?: unknown }>;
}

/**
 * Writes the head of the audit trail into the log if the trail has grown. If the trail is changed later and its chain
 * recomputed, the new chain contradicts the log.
 */
export class AnchorAudit {
  readonly #parts: AnchorAuditParts;

  constructor(parts: AnchorAuditParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { audit, core, submit } = this.#parts;
    const head = await audit.head();
    const known = core().auditAnchor;
    if (head === undefined || (known !== undefined && head.sequence <= known.sequence)) return;
    const { refusal } = await submit({ kind: 'AnchorAudit', ...head });
    if (refusal !== undefined) throw new Error(`the core refused AnchorAudit: ${String(refusal)}`);
  }
}
