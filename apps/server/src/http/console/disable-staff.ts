import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../api-error.ts';
import type { Handler } from '../handler.ts';
import { aboutStaff } from './about-staff.ts';

export const consoleDisableStaff: Handler<typeof endpoints.consoleDisableStaff> = async (call) => {
  const { services, session, body } = call;
  if (body.id === session.staffId) throw new ApiError('own_account');
  call.audit({ subject: await aboutStaff(services, body.id), reason: body.reason });
  await services.staff.members.disable(body.id);
  call.audit({ before: { status: 'active' }, after: { status: 'disabled' } });
  return { message: 'success' };
};
