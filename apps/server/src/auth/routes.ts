import type { HandlersOf } from '../http/handler.ts';
import { enrolTotp, getTotp, offerTotp, removeTotp, renewRecoveryCodes } from './http/authenticators.ts';
import {
  beginGoogleConnection,
  connectGoogle,
  connectWallet,
  disconnectGoogle,
  disconnectWallet,
  getConnections,
} from './http/connections.ts';
import {
  addPasskey,
  getPasskeyChallenge,
  getPasskeyConfirmation,
  getPasskeyOptions,
  getPasskeys,
  removePasskey,
  sendPasskeyRemovalCode,
} from './http/passkeys.ts';
import { sendAntiPhishingCode, setAntiPhishing } from './http/security/anti-phishing.ts';
import { getSecurityEvents } from './http/security/get-security-events.ts';
import { connectMobile, linkedAccounts, sendMobileCode } from './http/security/mobile-number.ts';
import {
  resetTransactionPassword,
  sendPasswordCode,
  sendTransactionPasswordCode,
  updatePassword,
  updateTransactionPassword,
} from './http/security/passwords.ts';
import { endOtherSessions, endSession, getSessions } from './http/security/sessions.ts';
import { setSingleWithdrawalLimit } from './http/security/single-withdrawal-limit.ts';
import { getAccountClient, getClients, setTransactionPassword } from './http/sign-in/account.ts';
import { resetPassword, sendForgotPasswordCode, verifyForgotPasswordCode } from './http/sign-in/forgotten-password.ts';
import { googleLogin, googleRedirect, googleReturn } from './http/sign-in/google.ts';
import {
  login,
  logout,
  mobileLogin,
  passkeyLogin,
  secondFactor,
  signInMethods,
  walletLogin,
  walletNonce,
} from './http/sign-in/sign-in.ts';
import { checkMobile, checkUsername, register, sendCode, verifyCode } from './http/sign-in/sign-up.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  checkUsername,
  checkMobile,
  sendCode,
  verifyCode,
  register,
  login,
  mobileLogin,
  logout,
  accountClient: getAccountClient,
  clients: getClients,
  setTransactionPassword,
  signInMethods,
  secondFactor,
  sendForgotPasswordCode,
  verifyForgotPasswordCode,
  resetPassword,
  googleRedirect,
  googleReturn,
  googleLogin,
  walletNonce,
  walletLogin,
  passkeyChallenge: getPasskeyChallenge,
  passkeyLogin,
  passkeys: getPasskeys,
  passkeyConfirmation: getPasskeyConfirmation,
  passkeyOptions: getPasskeyOptions,
  addPasskey,
  removePasskey,
  sendPasskeyRemovalCode,
  totp: getTotp,
  totpOffer: offerTotp,
  totpEnrol: enrolTotp,
  totpRemove: removeTotp,
  totpRecoveryCodes: renewRecoveryCodes,
  connections: getConnections,
  beginGoogleConnection,
  connectGoogle,
  disconnectGoogle,
  connectWallet,
  disconnectWallet,
  securityEvents: getSecurityEvents,
  sessions: getSessions,
  endSession,
  endOtherSessions,
  sendPasswordCode,
  updatePassword,
  updateTransactionPassword,
  sendTransactionPasswordCode,
  resetTransactionPassword,
  linkedAccounts,
  sendMobileCode,
  connectMobile,
  sendAntiPhishingCode,
  setAntiPhishing,
  setSingleWithdrawalLimit,
} satisfies HandlersOf<Services>;
