import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const sendSmsCode: Handler<typeof endpoints.sendSmsCode> = async ({ services, session, body, device }) => {
  await services.security.mobileNumber.sendCode(session, body.mobile_number, device);
  return { message: 'success' };
};
