import { knownDeviceOf } from '../../../auth/http/sign-in/signed-in.ts';
import type { Handler } from '../../services.ts';

export const sendVisitorRequest: Handler<'sendVisitorRequest'> = async (call) => {
  const { services, session, body } = call;
  const sender = { owner: session?.owner, device: knownDeviceOf(call) };
  await services.support.visitorRequests.write(body, sender);
  return { message: 'success' };
};
