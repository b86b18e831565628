import type { StaffSession } from '../../http/staff-session.ts';
import type { Services } from '../services.ts';

/**
 * Within this time, the same call by the same member is not recorded again, so that refusals cannot flood the trail.
 */
const ONCE_IN_MS = 600_000;

/** Records in the audit trail the calls that a member's roles do not allow. */
export class ForbiddenCalls {
  readonly #audit: Pick<Services['audit'], 'append'>;
  /** By member and endpoint, when a refused call was last recorded. There is at most one entry for each such pair. */
  readonly #recordedAt = new Map<string, number>();

  constructor(audit: Pick<Services['audit'], 'append'>) {
    this.#audit = audit;
  }

  async record(action: string, { staffId, email }: StaffSession, ip: string): Promise<void> {
    const key = `${staffId} ${action}`;
    const now = performance.now();
    if (now - (this.#recordedAt.get(key) ?? Number.NEGATIVE_INFINITY) < ONCE_IN_MS) return;
    this.#recordedAt.set(key, now);
    await this.#audit.append({
      staffId,
      staffEmail: email,
      ip,
      action,
      phase: 'refused',
      subject: '',
      details: { code: 'not_permitted' },
    });
  }
}
