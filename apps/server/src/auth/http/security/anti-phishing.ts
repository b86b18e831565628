import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const sendAntiPhishingCode: Handler<typeof endpoints.sendAntiPhishingCode> = async ({
  services,
  session,
  device,
}) => {
  await services.security.antiPhishing.sendCode(session, device);
  return { message: 'success' };
};

export const setAntiPhishing: Handler<typeof endpoints.setAntiPhishing> = async ({
  services,
  session,
  body,
  device,
}) => {
  const { anti_phishing_code, verification_code } = body;
  await services.security.antiPhishing.set(session, anti_phishing_code, verification_code, device);
  return { message: 'success' };
};
