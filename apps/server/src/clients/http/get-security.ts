import { singleLimit } from '../../custody/withdrawals/limits.ts';
import type { Handler } from '../services.ts';

export const getSecurity: Handler<'security'> = async ({ services, session }) => {
  const state = await services.security.state(session);
  const choices = await services.withdrawals.choices.of(session.owner);
  const { singleWithdrawalChoicesUsdt: limits } = services.exchangeSettings.current();
  const { withdrawLimit, nextWithdrawLimit: next } = state;
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
    withdraw_limit: String(singleLimit(limits, withdrawLimit)),
    withdraw_limit_choices: [...limits],
    ...(next === undefined ? {} : { withdraw_limit_next: { limit: String(next.limit), from: next.fromMs } }),
    one_step_withdrawal: choices.oneStep,
    whitelist: choices.onlySaved,
    withdrawals_held_until: state.withdrawalsHeldUntilMs ?? 0,
    sessions: state.sessions,
  };
};

/**
 * Masks the anti-phishing code except its first two characters: enough for the owner to recognize the code, too little
 * for anyone else to use it.
 */
const hintOf = (code: string) => [...code].map((sign, index) => (index < 2 ? sign : '•')).join('');
