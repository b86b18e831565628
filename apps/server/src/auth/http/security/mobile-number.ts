import type { Handler } from '../../services.ts';
import { demandPassword } from '../demand-password.ts';

export const linkedAccounts: Handler<'linkedAccounts'> = async ({ services, session }) => {
  const { googleEmail, mobileNumber, isMobileVerified } = await services.security.state(session);
  return {
    gmail: { status: connected(googleEmail !== undefined), email: googleEmail ?? '' },
    apple: { status: connected(false), email: '' },
    mobile: { status: connected(isMobileVerified), mobile_number: mobileNumber },
  };
};

const connected = (is: boolean) => (is ? 'Verified' : 'Unverified');

export const sendMobileCode: Handler<'sendMobileCode'> = async (call) => {
  const { services, session, body, device } = call;
  await demandPassword(call, body.password ?? '');
  await services.security.mobileNumber.sendCode(session, body.mobile_number, device);
  return { message: 'success' };
};

export const connectMobile: Handler<'connectMobile'> = async ({ services, session, body, device }) => {
  const { mobile_number, verification_code } = body;
  await services.security.mobileNumber.connect(session, mobile_number, verification_code, device);
  return { message: 'success' };
};
