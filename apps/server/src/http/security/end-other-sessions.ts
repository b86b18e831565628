import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const endOtherSessions: Handler<typeof endpoints.endOtherSessions> = async ({ services, session, device }) => ({
  message: 'success',
  ended: await services.security.devices.endOthers(session, device),
});
