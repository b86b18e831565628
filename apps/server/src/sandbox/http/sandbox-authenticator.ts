import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const sandboxAuthenticator: Handler<typeof endpoints.sandboxAuthenticator> = async ({ services, body }) => {
  const isKnown = await services.access.authenticators.settle(body.email.trim().toLowerCase());
  if (!isKnown) throw new ApiError('not_found');
  return { message: 'success' };
};
