import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';
import { changeAccess } from './access-approvals.ts';

export const consoleReinviteStaff: Handler<typeof endpoints.consoleReinviteStaff> = async (call) => {
  const { services, session, body } = call;
  const { id, reason } = body;
  if (id === session.staffId) throw new ApiError('own_account');
  const { email, status } = await services.staff.access.standing(id);
  return changeAccess(call, {
    subject: `staff ${email}`,
    parameters: { kind: 'staff_reinvite', id, before: status },
    before: { status },
    after: { status: 'invited' },
    reason,
  });
};
