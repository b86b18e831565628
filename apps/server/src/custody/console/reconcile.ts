import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import { nodeUnavailable } from '../network/node-unavailable.ts';
import type { Handler } from '../services.ts';

export const consoleReconcile: Handler<typeof endpoints.consoleReconcile> = async ({ services, body, audit }) => {
  const { network } = body;
  if (!services.custody.chains.has(network)) throw new ApiError('network_closed', { network });
  audit({ subject: `network ${network}` });
  await services.custody.reconcile(network).catch(nodeUnavailable(network));
  return { message: 'success' };
};
