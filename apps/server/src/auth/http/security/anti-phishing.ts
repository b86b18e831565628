import type { Handler } from '../../services.ts';

export const sendAntiPhishingCode: Handler<'sendAntiPhishingCode'> = async ({ services, session, device }) => {
  await services.security.antiPhishing.sendCode(session, device);
  return { message: 'success' };
};

export const setAntiPhishing: Handler<'setAntiPhishing'> = async ({ services, session, body, device }) => {
  const { anti_phishing_code, verification_code } = body;
  await services.security.antiPhishing.set(session, anti_phishing_code, verification_code, device);
  return { message: 'success' };
};
