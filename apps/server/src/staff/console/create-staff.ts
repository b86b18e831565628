import type { endpoints } from '@vitrine/contract';
import { normaliseEmail } from '../../auth/email.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';
import { changeAccess } from './access-approvals.ts';

export const consoleCreateStaff: Handler<typeof endpoints.consoleCreateStaff> = async (call) => {
  const { services, body } = call;
  const { name, roles, reason } = body;
  const email = normaliseEmail(body.email);
  if (email === undefined) throw new ApiError('email_invalid');
  if (await services.staff.members.isKnown(email)) throw new ApiError('email_taken');
  return changeAccess(call, {
    subject: `staff ${email}`,
    parameters: { kind: 'staff_create', email, name, roles },
    before: null,
    after: { name, email, roles },
    reason,
  });
};
