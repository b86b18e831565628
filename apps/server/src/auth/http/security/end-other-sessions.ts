import type { endpoints } from '@vitrine/contract';
import { knownDeviceOf } from '../sign-in/signed-in.ts';
import type { Handler } from '../../../http/handler.ts';

export const endOtherSessions: Handler<typeof endpoints.endOtherSessions> = async (call) => ({
  message: 'success',
  ended: await call.services.security.devices.endOthers(call.session, knownDeviceOf(call)),
});
