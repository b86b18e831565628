import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../../services.ts';

export const bindAccounts: Handler<typeof endpoints.bindAccounts> = async ({ services, session }) => {
  const { googleEmail, mobileNumber, isMobileVerified } = await services.security.state(session);
  return {
    gmail: { status: connected(googleEmail !== undefined), email: googleEmail ?? '' },
    apple: { status: connected(false), email: '' },
    mobile: { status: connected(isMobileVerified), mobile_number: mobileNumber },
  };
};

const connected = (is: boolean) => (is ? 'Verified' : 'Unverified');
