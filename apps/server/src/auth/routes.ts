/** The handler of each of this module’s endpoints. */
export {
  enrolTotp as totpEnrol,
  getTotp as totp,
  offerTotp as totpOffer,
  removeTotp as totpRemove,
  renewRecoveryCodes as totpRecoveryCodes,
} from './http/authenticators.ts';
export {
  beginGoogleConnection,
  connectGoogle,
  connectWallet,
  disconnectGoogle,
  disconnectWallet,
  getConnections as connections,
} from './http/connections.ts';
export {
  addPasskey,
  getPasskeyChallenge as passkeyChallenge,
  getPasskeyConfirmation as passkeyConfirmation,
  getPasskeyOptions as passkeyOptions,
  getPasskeys as passkeys,
  removePasskey,
  sendPasskeyRemovalCode,
} from './http/passkeys.ts';
export { sendAntiPhishingCode, setAntiPhishing } from './http/security/anti-phishing.ts';
export { getSecurityEvents as securityEvents } from './http/security/get-security-events.ts';
export { connectMobile, linkedAccounts, sendMobileCode } from './http/security/mobile-number.ts';
export {
  resetTransactionPassword,
  sendPasswordCode,
  sendTransactionPasswordCode,
  updatePassword,
  updateTransactionPassword,
} from './http/security/passwords.ts';
export { endOtherSessions, endSession, getSessions as sessions } from './http/security/sessions.ts';
export { setSingleWithdrawalLimit } from './http/security/single-withdrawal-limit.ts';
export {
  getAccountClient as accountClient,
  getClients as clients,
  setTransactionPassword,
} from './http/sign-in/account.ts';
export { resetPassword, sendForgotPasswordCode, verifyForgotPasswordCode } from './http/sign-in/forgotten-password.ts';
export { googleLogin, googleRedirect, googleReturn } from './http/sign-in/google.ts';
export {
  login,
  logout,
  mobileLogin,
  passkeyLogin,
  secondFactor,
  signInMethods,
  walletLogin,
  walletNonce,
} from './http/sign-in/sign-in.ts';
export { checkMobile, checkUsername, register, sendCode, verifyCode } from './http/sign-in/sign-up.ts';
