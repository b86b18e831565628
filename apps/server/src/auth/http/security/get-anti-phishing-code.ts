import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const getAntiPhishingCode: Handler<typeof endpoints.getAntiPhishingCode> = async ({
  services,
  session,
  device,
}) => {
  await services.security.antiPhishing.sendCode(session, device);
  return { message: 'success' };
};
