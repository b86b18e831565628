import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const verifyMobile: Handler<typeof endpoints.verifyMobile> = async ({ services, session, body, device }) => {
  const { mobile_number, verification_code } = body;
  await services.security.mobileNumber.connect(session, mobile_number, verification_code, device);
  return { message: 'success' };
};
