import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';
import { aboutStaff } from './about-staff.ts';

export const consoleChangeRoles: Handler<typeof endpoints.consoleChangeRoles> = async (call) => {
  const { services, session, body } = call;
  const { id, roles, reason } = body;
  if (id === session.staffId) throw new ApiError('own_account');
  const { member, subject } = await aboutStaff(services, id);
  call.audit({ subject, reason });
  const before = await services.staff.members.changeRoles(id, roles);
  call.audit({ before: { roles: before }, after: { roles } });
  const text = `has changed someone’s roles from ${before.join(', ')} to ${roles.join(', ')}`;
  await services.staff.members.tellAdministrators({ by: session, member, text, reason });
  return { message: 'success' };
};
