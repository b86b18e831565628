import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const updateWithdrawLimit: Handler<typeof endpoints.updateWithdrawLimit> = async ({
  services,
  session,
  body,
  device,
}) => {
  await services.security.withdrawLimit.set(session, Number(body.withdraw_limit), device);
  return { message: 'saved' };
};
