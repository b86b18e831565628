import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const verifyForgotPasswordCode: Handler<typeof endpoints.verifyForgotPasswordCode> = async (call) => {
  const { services, body, device } = call;
  const token = await services.access.passwordResets.redeemCode(body.email, body.code, device);
  return { message: 'success', token };
};
