import type { endpoints } from '@vitrine/contract';
import { ACCOUNT_CHECK } from '../../../kit/attempt-limits.ts';
import { addressKey } from '../../../kit/rate-limiter.ts';
import type { Handler } from '../../services.ts';

export const checkUsername: Handler<typeof endpoints.usernameCheck> = async ({ services, query, device }) => {
  await services.access.limits.count(ACCOUNT_CHECK, addressKey(device.ip));
  return { message: (await services.accounts.exists(query.username)) ? 'exist' : 'not_exist' };
};
