import type { endpoints } from '@vitrine/contract';
import { knownDeviceOf } from '../account/signed-in.ts';
import type { Handler } from '../handler.ts';

export const endOtherSessions: Handler<typeof endpoints.endOtherSessions> = async (call) => ({
  message: 'success',
  ended: await call.services.security.devices.endOthers(call.session, knownDeviceOf(call)),
});
