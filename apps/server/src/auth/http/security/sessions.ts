import { ApiError } from '../../../kit/api-error.ts';
import { deviceName } from '../../../kit/device-name.ts';
import type { Handler } from '../../services.ts';
import { knownDeviceOf } from '../sign-in/signed-in.ts';

export const getSessions: Handler<'sessions'> = async ({ services, session }) => ({
  sessions: (await services.security.devices.of(session)).map((device) => ({
    id: device.id,
    signed_in_at: device.signedInAtMs,
    expires_at: device.expiresAtMs,
    is_current: device.isCurrent,
    ip: device.ip,
    ...deviceName(device.userAgent),
  })),
});

export const endSession: Handler<'endSession'> = async ({ services, session, body, device }) => {
  const isEnded = await services.security.devices.end(session, body.session_id, device);
  if (!isEnded) throw new ApiError('unknown_session');
  return { message: 'success' };
};

export const endOtherSessions: Handler<'endOtherSessions'> = async (call) => ({
  message: 'success',
  ended: await call.services.security.devices.endOthers(call.session, knownDeviceOf(call)),
});
