import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const readyz: Handler<typeof endpoints.readyz> = async ({ services }) => {
  if (!(await services.isReady())) throw new ApiError('unavailable');
  return { status: 'ok', position: services.core.position };
};
