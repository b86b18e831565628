import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';
import { changeAccess } from './access-approvals.ts';

export const consoleChangeRoles: Handler<typeof endpoints.consoleChangeRoles> = async (call) => {
  const { services, session, body } = call;
  const { id, roles, reason } = body;
  if (id === session.staffId) throw new ApiError('own_account');
  const { email, status, roles: before } = await services.staff.access.standing(id);
  if (status === 'disabled') throw new ApiError('not_found');
  return changeAccess(call, {
    subject: `staff ${email}`,
    parameters: { kind: 'staff_roles', id, before, roles },
    before: { roles: before },
    after: { roles },
    reason,
  });
};
