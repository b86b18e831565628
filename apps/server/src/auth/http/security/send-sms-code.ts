import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';
import { demandPassword } from '../demand-password.ts';

export const sendSmsCode: Handler<typeof endpoints.sendSmsCode> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password ?? '');
  await services.security.mobileNumber.sendCode(session, body.mobile_number, device);
  return { message: 'success' };
};
