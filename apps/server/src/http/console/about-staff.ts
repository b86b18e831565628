import { ApiError } from '../api-error.ts';
import type { Services } from '../services.ts';

/** A member as the subject of an entry in the audit trail. Errors: not_found. */
export async function aboutStaff({ staff }: Services, id: string): Promise<string> {
  const member = await staff.members.byId(id);
  if (member === undefined) throw new ApiError('not_found');
  return `staff ${member.email}`;
}
