import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const setAntiPhishing: Handler<typeof endpoints.antiPhishing> = async ({
  services,
  session,
  body,
  ip,
  userAgent,
}) => {
  const { anti_phishing_code, verification_code } = body;
  await services.security.antiPhishing.set(session, anti_phishing_code, verification_code, { ip, userAgent });
  return { message: 'success' };
};
