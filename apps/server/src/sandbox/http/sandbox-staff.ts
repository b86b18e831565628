import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const sandboxStaff: Handler<typeof endpoints.sandboxStaff> = async ({ services, body }) => {
  if (!(await services.staff.settle(body.email.trim().toLowerCase()))) throw new ApiError('not_found');
  return { message: 'success' };
};
