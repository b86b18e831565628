import type { endpoints } from '@vitrine/contract';
import { knownDeviceOf } from '../account/signed-in.ts';
import type { Handler } from '../handler.ts';
import { addressKey } from '../rate-limiter.ts';

export const sendVisitorRequest: Handler<typeof endpoints.sendVisitorRequest> = async (call) => {
  const { services, session, body, device } = call;
  const sender = { address: addressKey(device.ip), owner: session?.owner, device: knownDeviceOf(call) };
  await services.support.visitorRequests.write(body, sender);
  return { message: 'success' };
};
