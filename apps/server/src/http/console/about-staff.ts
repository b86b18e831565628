import type { StaffMember } from '../../staff/staff-members.ts';
import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';

interface AboutStaff {
  readonly member: StaffMember;
  /** The member as the subject of an entry in the audit trail. */
  readonly subject: string;
}

/** Whom a change of access is about. Errors: not_found. */
export async function aboutStaff({ staff }: Services, id: string): Promise<AboutStaff> {
  const member = await staff.members.byId(id);
  if (member === undefined) throw new ApiError('not_found');
  return { member, subject: `staff ${member.email}` };
}
