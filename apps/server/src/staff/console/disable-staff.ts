import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const consoleDisableStaff: Handler<typeof endpoints.consoleDisableStaff> = async (call) => {
  const { services, session, body } = call;
  const { id, reason } = body;
  if (id === session.staffId) throw new ApiError('own_account');
  const { access } = services.staff;
  const { email, status } = await access.standing(id);
  call.audit({ subject: `staff ${email}`, before: { status }, after: { status: 'disabled' }, reason });
  await access.disable(id, { by: session.email, reason });
  return { message: 'success' };
};
