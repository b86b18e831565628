import type { endpoints } from '@vitrine/contract';
import { deviceName } from '../../../kit/device-name.ts';
import type { Handler } from '../../services.ts';

export const getSessions: Handler<typeof endpoints.sessions> = async ({ services, session }) => ({
  sessions: (await services.security.devices.of(session)).map((device) => ({
    id: device.id,
    signed_in_at: device.signedInAtMs,
    expires_at: device.expiresAtMs,
    is_current: device.isCurrent,
    ip: device.ip,
    ...deviceName(device.userAgent),
  })),
});
