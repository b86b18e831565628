import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { knownDeviceOf } from '../sign-in/signed-in.ts';

export const endOtherSessions: Handler<typeof endpoints.endOtherSessions> = async (call) => ({
  message: 'success',
  ended: await call.services.security.devices.endOthers(call.session, knownDeviceOf(call)),
});
