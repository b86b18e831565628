import type { Ground } from '../kit/ground.ts';
import { Approvals } from './approvals/approvals.ts';
import { AuditTrail } from './audit/audit-trail.ts';
import type { Services } from './services.ts';
import { createStaff, type StaffParts } from './staff.ts';

type Below = Pick<Services, 'brand' | 'mail' | 'mailQueue' | 'newPasswords'>;

export function openStaff(
  { brand, mail, mailQueue, newPasswords }: Below,
  { pool, onClose }: Ground,
  outside: Pick<StaffParts, 'secret' | 'baseUrl' | 'isSandbox'>,
) {
  const audit = new AuditTrail(pool);
  const staff = createStaff({ ...outside, pool, mail, mailQueue, audit, brand, newPasswords });
  onClose(() => staff.close());
  return { staff, staffSessions: staff.sessions, audit, approvals: new Approvals(pool) };
}
