import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';
import { aboutStaff } from './about-staff.ts';

export const consoleDisableStaff: Handler<typeof endpoints.consoleDisableStaff> = async (call) => {
  const { services, session, body } = call;
  if (body.id === session.staffId) throw new ApiError('own_account');
  const { id, reason } = body;
  const { member, subject } = await aboutStaff(services, id);
  call.audit({ subject, reason });
  await services.staff.members.disable(id);
  call.audit({ before: { status: 'active' }, after: { status: 'disabled' } });
  const text = 'has taken someone’s access away';
  await services.staff.members.tellAdministrators({ by: session, member, text, reason });
  return { message: 'success' };
};
