import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';

export const getSecurity: Handler<typeof endpoints.security> = async ({ services, session }) => {
  const state = await services.security.state(session);
  const choices = await services.withdrawals.choices.of(session.owner);
  return {
    account_password: { changed_at: state.accountPasswordAtMs },
    transaction_password: {
      is_set: state.hasTransactionPassword,
      changed_at: state.transactionPasswordChangedAtMs ?? 0,
    },
    authenticator: { is_enrolled: state.hasAuthenticator },
    passkeys: state.passkeys,
    google: { is_connected: state.googleEmail !== undefined, email: state.googleEmail ?? '' },
    mobile: { is_verified: state.isMobileVerified, mobile_number: state.mobileNumber },
    wallets: state.wallets.map(({ address, connectedAtMs }) => ({ address, connected_at: connectedAtMs })),
    anti_phishing: { is_set: state.antiPhishingCode !== undefined, hint: hintOf(state.antiPhishingCode ?? '') },
    withdraw_limit: limits[state.withdrawLimit as keyof typeof limits],
    one_step_withdrawal: choices.oneStep,
    whitelist: choices.onlySaved,
    withdrawals_held_until: state.withdrawalsHeldUntilMs ?? 0,
    sessions: state.sessions,
  };
};

const limits = { 500: '500', 1000: '1000', 1500: '1500' } as const;

/** Enough for its owner to know it again, too little for anyone else to use it. */
const hintOf = (code: string) => [...code].map((sign, index) => (index < 2 ? sign : '•')).join('');
