import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const getTotp: Handler<typeof endpoints.totp> = async ({ services, session }) => {
  const { authenticators } = services.access;
  return {
    is_enrolled: await authenticators.isEnrolled(session.userId),
    recovery_codes_left: await authenticators.recoveryCodesLeft(session.userId),
  };
};
