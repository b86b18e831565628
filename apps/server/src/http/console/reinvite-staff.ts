import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';

export const consoleReinviteStaff: Handler<typeof endpoints.consoleReinviteStaff> = async (call) => {
  const { services, session, body, origin } = call;
  if (body.id === session.staffId) throw new ApiError('own_account');
  const member = await services.staff.members.reset(body.id);
  await services.staff.members.mailInvitation(member, origin);
  call.audit({ subject: `staff ${member.email}`, after: { status: 'invited' }, reason: body.reason });
  const text = 'has begun someone’s access anew';
  await services.staff.members.tellAdministrators({ by: session, member, text, reason: body.reason });
  return { message: 'success' };
};
