import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const getAntiPhishingCode: Handler<typeof endpoints.getAntiPhishingCode> = async ({
  services,
  session,
  ip,
  userAgent,
}) => {
  await services.security.antiPhishing.sendCode(session, { ip, userAgent });
  return { message: 'success' };
};
