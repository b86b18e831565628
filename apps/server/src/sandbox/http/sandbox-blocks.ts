import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const sandboxBlocks: Handler<typeof endpoints.sandboxBlocks> = async ({ services, body }) => {
  if (services.sandboxChains === undefined) throw new ApiError('unavailable');
  await services.sandboxChains.mine(body.network, body.count);
  return { message: 'success', height: (await services.custody.tipHeight(body.network)) ?? 0 };
};
