import type { HandlersOf } from '../http/handler.ts';
import { beginGoogleConnection } from './http/connections/begin-google-connection.ts';
import { connectGoogle } from './http/connections/connect-google.ts';
import { connectWallet } from './http/connections/connect-wallet.ts';
import { disconnectGoogle } from './http/connections/disconnect-google.ts';
import { disconnectWallet } from './http/connections/disconnect-wallet.ts';
import { getConnections } from './http/connections/get-connections.ts';
import { addPasskey } from './http/passkeys/add-passkey.ts';
import { getPasskeyChallenge } from './http/passkeys/get-passkey-challenge.ts';
import { getPasskeyConfirmation } from './http/passkeys/get-passkey-confirmation.ts';
import { getPasskeyOptions } from './http/passkeys/get-passkey-options.ts';
import { getPasskeys } from './http/passkeys/get-passkeys.ts';
import { removePasskey } from './http/passkeys/remove-passkey.ts';
import { sendPasskeyRemovalCode } from './http/passkeys/send-passkey-removal-code.ts';
import { bindAccounts } from './http/security/bind-accounts.ts';
import { endOtherSessions } from './http/security/end-other-sessions.ts';
import { endSession } from './http/security/end-session.ts';
import { getAntiPhishingCode } from './http/security/get-anti-phishing-code.ts';
import { getCodeForPassword } from './http/security/get-code-for-password.ts';
import { getSecurityEvents } from './http/security/get-security-events.ts';
import { getSessions } from './http/security/get-sessions.ts';
import { resetTransactionPassword } from './http/security/reset-transaction-password.ts';
import { sendSmsCode } from './http/security/send-sms-code.ts';
import { sendTransactionPasswordCode } from './http/security/send-transaction-password-code.ts';
import { setAntiPhishing } from './http/security/set-anti-phishing.ts';
import { updatePassword } from './http/security/update-password.ts';
import { updateTransactionPassword } from './http/security/update-transaction-password.ts';
import { updateWithdrawLimit } from './http/security/update-withdraw-limit.ts';
import { verifyMobile } from './http/security/verify-mobile.ts';
import { checkMobile } from './http/sign-in/check-mobile.ts';
import { checkUsername } from './http/sign-in/check-username.ts';
import { getAccountClient } from './http/sign-in/get-account-client.ts';
import { getClients } from './http/sign-in/get-clients.ts';
import { googleLogin } from './http/sign-in/google-login.ts';
import { googleRedirect } from './http/sign-in/google-redirect.ts';
import { googleReturn } from './http/sign-in/google-return.ts';
import { login } from './http/sign-in/login.ts';
import { logout } from './http/sign-in/logout.ts';
import { mobileLogin } from './http/sign-in/mobile-login.ts';
import { passkeyLogin } from './http/sign-in/passkey-login.ts';
import { register } from './http/sign-in/register.ts';
import { resetPassword } from './http/sign-in/reset-password.ts';
import { secondFactor } from './http/sign-in/second-factor.ts';
import { sendCode } from './http/sign-in/send-code.ts';
import { sendForgotPasswordCode } from './http/sign-in/send-forgot-password-code.ts';
import { setTransactionPassword } from './http/sign-in/set-transaction-password.ts';
import { signInMethods } from './http/sign-in/sign-in-methods.ts';
import { verifyCode } from './http/sign-in/verify-code.ts';
import { verifyForgotPasswordCode } from './http/sign-in/verify-forgot-password-code.ts';
import { web3Login } from './http/sign-in/web3-login.ts';
import { web3Nonce } from './http/sign-in/web3-nonce.ts';
import { enrolTotp } from './http/totp/enrol-totp.ts';
import { getTotp } from './http/totp/get-totp.ts';
import { offerTotp } from './http/totp/offer-totp.ts';
import { removeTotp } from './http/totp/remove-totp.ts';
import { renewRecoveryCodes } from './http/totp/renew-recovery-codes.ts';
import type { Services } from './services.ts';

/** Who answers this room’s endpoints. */
export const handlers = {
  usernameCheck: checkUsername,
  mobileCheck: checkMobile,
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
  web3Nonce,
  web3Login,
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
  web3Connect: connectWallet,
  disconnectWallet,
  securityEvents: getSecurityEvents,
  sessions: getSessions,
  endSession,
  endOtherSessions,
  getCodeForPassword,
  updatePassword,
  updateTransactionPassword,
  sendTransactionPasswordCode,
  resetTransactionPassword,
  bindAccounts,
  sendSmsCode,
  verifyMobile,
  getAntiPhishingCode,
  antiPhishing: setAntiPhishing,
  updateWithdrawLimit,
} satisfies HandlersOf<Services>;
