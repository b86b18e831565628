import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { staffView } from './staff-view.ts';

export const consoleCreateStaff: Handler<typeof endpoints.consoleCreateStaff> = async (call) => {
  const { services, session, body, origin } = call;
  const { email, name, roles, reason } = body;
  const member = await services.staff.members.create({ email, name, roles, createdBy: session.email });
  await services.staff.members.mailInvitation(member, origin);
  call.audit({ subject: `staff ${member.email}`, before: null, after: { roles }, reason });
  const text = `has given access as ${roles.join(', ')}`;
  await services.staff.members.tellAdministrators({ by: session, member, text, reason });
  return { staff: staffView(member) };
};
