import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import { addressKey } from '../rate-limiter.ts';

export const sendVisitorRequest: Handler<typeof endpoints.sendVisitorRequest> = async (call) => {
  const { services, session, body, device } = call;
  await services.support.visitorRequests.write(body, { address: addressKey(device.ip), owner: session?.owner });
  return { message: 'success' };
};
