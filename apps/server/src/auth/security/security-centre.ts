import type { Session } from '../../http/session.ts';
import type { AuthParts } from '../auth-parts.ts';
import { AccountCodes } from './account-codes.ts';
import { AccountNews } from './account-news.ts';
import { AccountPassword } from './account-password.ts';
import { AntiPhishing } from './anti-phishing.ts';
import { Devices } from './devices.ts';
import { MobileNumber } from './mobile-number.ts';
import { readSecurityState, type SecurityState } from './security-state.ts';
import { WithdrawLimit } from './single-withdrawal-limit.ts';
import { SmsLimits } from './sms-limits.ts';
import { TransactionPassword } from './transaction-password.ts';

/** The account security settings that clients can see and change. */
export interface SecurityCentre {
  readonly accountPassword: AccountPassword;
  readonly transactionPassword: TransactionPassword;
  readonly mobileNumber: MobileNumber;
  readonly smsLimits: SmsLimits;
  readonly antiPhishing: AntiPhishing;
  readonly devices: Devices;
  readonly withdrawLimit: WithdrawLimit;
  /** Notifies clients of security changes that are made outside the security center. */
  readonly news: AccountNews;
  /** Codes for signed-in clients, for actions outside the security center. */
  readonly codes: AccountCodes;
  state(session: Session): Promise<SecurityState>;
}

export function createSecurityCentre(parts: AuthParts): SecurityCentre {
  const accountPassword = new AccountPassword(parts);
  const smsLimits = new SmsLimits(parts);
  return {
    accountPassword,
    transactionPassword: new TransactionPassword(parts, accountPassword),
    mobileNumber: new MobileNumber(parts, smsLimits),
    smsLimits,
    antiPhishing: new AntiPhishing(parts),
    devices: new Devices(parts),
    withdrawLimit: new WithdrawLimit(parts),
    news: new AccountNews(parts),
    codes: new AccountCodes(parts),
    state: (session) => readSecurityState(parts.pool, session),
  };
}
