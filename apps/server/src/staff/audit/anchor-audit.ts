import type { Command, Core } from '@vitrine/core';
import type { FastifyBaseLogger } from 'fastify';
import type { AuditTrail } from './audit-trail.ts';

const EVERY_MS = 3_600_000;

interface AnchorAuditParts {
  readonly audit: Pick<AuditTrail, 'head'>;
  readonly core: () => Pick<Core, 'auditAnchor'>;
  readonly submit: (command: Command) => Promise<{ readonly refusal?: unknown }>;
  readonly log: FastifyBaseLogger;
}

/**
 * Writes the head of the audit trail into the log, at the start and once an hour where the trail has grown: who changes the
 * trail afterwards, and makes its chain again, contradicts the log. Running twice changes nothing.
 */
export class AnchorAudit {
  readonly #parts: AnchorAuditParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(parts: AnchorAuditParts) {
    this.#parts = parts;
  }

  start(): void {
    const run = () => {
      this.#running = this.run().catch((reason: unknown) => {
        this.#parts.log.error({ err: reason }, 'the audit trail was not anchored in the log');
      });
    };
    run();
    this.#timer = setInterval(run, EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
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
