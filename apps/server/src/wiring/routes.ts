import type { EndpointKey, Endpoints } from '@vitrine/contract';
import { checkMobile } from '../auth/http/sign-in/check-mobile.ts';
import { checkUsername } from '../auth/http/sign-in/check-username.ts';
import { getAccountClient } from '../auth/http/sign-in/get-account-client.ts';
import { getClients } from '../auth/http/sign-in/get-clients.ts';
import { getSession } from '../auth/http/sign-in/get-session.ts';
import { googleLogin } from '../auth/http/sign-in/google-login.ts';
import { googleRedirect } from '../auth/http/sign-in/google-redirect.ts';
import { googleReturn } from '../auth/http/sign-in/google-return.ts';
import { login } from '../auth/http/sign-in/login.ts';
import { logout } from '../auth/http/sign-in/logout.ts';
import { mobileLogin } from '../auth/http/sign-in/mobile-login.ts';
import { passkeyLogin } from '../auth/http/sign-in/passkey-login.ts';
import { register } from '../auth/http/sign-in/register.ts';
import { resetPassword } from '../auth/http/sign-in/reset-password.ts';
import { secondFactor } from '../auth/http/sign-in/second-factor.ts';
import { sendCode } from '../auth/http/sign-in/send-code.ts';
import { sendForgotPasswordCode } from '../auth/http/sign-in/send-forgot-password-code.ts';
import { setTransactionPassword } from '../auth/http/sign-in/set-transaction-password.ts';
import { signInMethods } from '../auth/http/sign-in/sign-in-methods.ts';
import { verifyCode } from '../auth/http/sign-in/verify-code.ts';
import { verifyForgotPasswordCode } from '../auth/http/sign-in/verify-forgot-password-code.ts';
import { web3Login } from '../auth/http/sign-in/web3-login.ts';
import { web3Nonce } from '../auth/http/sign-in/web3-nonce.ts';
import { beginGoogleConnection } from '../auth/http/connections/begin-google-connection.ts';
import { connectGoogle } from '../auth/http/connections/connect-google.ts';
import { connectWallet } from '../auth/http/connections/connect-wallet.ts';
import { disconnectGoogle } from '../auth/http/connections/disconnect-google.ts';
import { disconnectWallet } from '../auth/http/connections/disconnect-wallet.ts';
import { getConnections } from '../auth/http/connections/get-connections.ts';
import { consoleAddPasskey } from '../staff/console/add-passkey.ts';
import { consoleAnswerObjection } from '../restrictions/console/answer-objection.ts';
import { consoleAnswerVisitor } from '../support/console/answer-visitor.ts';
import { consoleApprove } from '../staff/console/approve.ts';
import { consoleApproveWithdrawal } from '../custody/console/approve-withdrawal.ts';
import { consoleAskForFees } from '../staff/console/ask-for-fees.ts';
import { consoleAskForLimits } from '../staff/console/ask-for-limits.ts';
import { consoleAskForNetworks } from '../custody/console/ask-for-networks.ts';
import { consoleAskPaypal } from '../payments/console/ask-paypal.ts';
import { consoleAssignObjection } from '../restrictions/console/assign-objection.ts';
import { consoleBlockAddress } from '../custody/console/block-address.ts';
import { consoleChangePassword } from '../staff/console/change-password.ts';
import { consoleChangeRoles } from '../staff/console/change-roles.ts';
import { consoleChangeSettings } from '../staff/console/change-settings.ts';
import { consoleCreateStaff } from '../staff/console/create-staff.ts';
import { decideKyc } from '../kyc/console/decide-kyc.ts';
import { consoleDisableStaff } from '../staff/console/disable-staff.ts';
import { editNews } from '../support/console/edit-news.ts';
import { consoleEndAlarm } from '../custody/console/end-alarm.ts';
import { consoleEndClientSessions } from '../clients/console/end-client-sessions.ts';
import { consoleEndRestriction } from '../restrictions/console/end-restriction.ts';
import { consoleEndSession } from '../staff/console/end-session.ts';
import { consoleEnrol } from '../staff/console/enrol.ts';
import { consoleAccess } from '../staff/console/get-access.ts';
import { consoleAudit } from '../staff/console/get-audit.ts';
import { consoleClient } from '../clients/console/get-client.ts';
import { consoleHealth } from '../system/console/get-health.ts';
import { consoleSession } from '../staff/console/get-session.ts';
import { consoleSettings } from '../staff/console/get-settings.ts';
import { consoleSigner } from '../custody/console/get-signer.ts';
import { consoleTreasury } from '../custody/console/get-treasury.ts';
import { consoleGiveBack } from '../custody/console/give-back.ts';
import { kycCase } from '../kyc/console/kyc-case.ts';
import { kycCases } from '../kyc/console/kyc-cases.ts';
import { kycPhoto } from '../kyc/console/kyc-photo.ts';
import { consoleApprovals } from '../staff/console/list-approvals.ts';
import { consoleBlockedAddresses } from '../custody/console/list-blocked-addresses.ts';
import { consoleClients } from '../clients/console/list-clients.ts';
import { consoleNews } from '../support/console/list-news.ts';
import { consoleObjections } from '../restrictions/console/list-objections.ts';
import { consolePurchases } from '../payments/console/list-purchases.ts';
import { consoleRestrictions } from '../restrictions/console/list-restrictions.ts';
import { consoleStaff } from '../staff/console/list-staff.ts';
import { consoleWithdrawals } from '../custody/console/list-withdrawals.ts';
import { consoleLogin } from '../staff/console/login.ts';
import { consoleLogout } from '../staff/console/logout.ts';
import { consoleNewsPicture } from '../support/console/news-picture.ts';
import { newsVersions } from '../support/console/news-versions.ts';
import { consolePasskeyChallenge } from '../staff/console/passkey-challenge.ts';
import { consolePasskeyLogin } from '../staff/console/passkey-login.ts';
import { consolePasskeyOptions } from '../staff/console/passkey-options.ts';
import { consolePayAgain } from '../custody/console/pay-again.ts';
import { publishNews } from '../support/console/publish-news.ts';
import { consoleReadAgain } from '../custody/console/read-again.ts';
import { consoleReconcile } from '../custody/console/reconcile.ts';
import { consoleRefuse } from '../staff/console/refuse.ts';
import { consoleRefuseWithdrawal } from '../custody/console/refuse-withdrawal.ts';
import { consoleReinviteStaff } from '../staff/console/reinvite-staff.ts';
import { consoleRemovePasskey } from '../staff/console/remove-passkey.ts';
import { consoleRecoveryCodes } from '../staff/console/renew-recovery-codes.ts';
import { consoleRenewRestriction } from '../restrictions/console/renew-restriction.ts';
import { revealClientField } from '../clients/console/reveal-client-field.ts';
import { consoleSecondFactor } from '../staff/console/second-factor.ts';
import { consoleSetRestriction } from '../restrictions/console/set-restriction.ts';
import { consoleSettlePurchase } from '../payments/console/settle-purchase.ts';
import { consoleStopNetwork } from '../custody/console/stop-network.ts';
import { supportAssign } from '../support/console/support-assign.ts';
import { supportAttachment } from '../support/console/support-attachment.ts';
import { supportClose } from '../support/console/support-close.ts';
import { supportOperators } from '../support/console/support-operators.ts';
import { supportReopen } from '../support/console/support-reopen.ts';
import { supportReply } from '../support/console/support-reply.ts';
import { supportSeen } from '../support/console/support-seen.ts';
import { supportThread } from '../support/console/support-thread.ts';
import { supportThreads } from '../support/console/support-threads.ts';
import { consoleTakeBackPurchase } from '../payments/console/take-back-purchase.ts';
import { consoleUnblockAddress } from '../custody/console/unblock-address.ts';
import { consoleUploadAttachment } from '../support/console/upload-attachment.ts';
import { consoleUploadNewsPicture } from '../support/console/upload-news-picture.ts';
import { consoleAuditVerify } from '../staff/console/verify-audit.ts';
import { consoleVisitorRequests } from '../support/console/visitor-requests.ts';
import { consoleWelcome } from '../staff/console/welcome.ts';
import { consoleWithdraw } from '../staff/console/withdraw.ts';
import { withdrawNews } from '../support/console/withdraw-news.ts';
import { convertCancel } from '../trading/http/convert/convert-cancel.ts';
import { convertHistory } from '../trading/http/convert/convert-history.ts';
import { convertLimit } from '../trading/http/convert/convert-limit.ts';
import { convertOrder } from '../trading/http/convert/convert-order.ts';
import { convertOrders } from '../trading/http/convert/convert-orders.ts';
import { convertQuote } from '../trading/http/convert/convert-quote.ts';
import { udfConfig } from '../api/udf/udf-config.ts';
import { udfHistory } from '../api/udf/udf-history.ts';
import { udfSearch } from '../api/udf/udf-search.ts';
import { udfSymbols } from '../api/udf/udf-symbols.ts';
import { udfTime } from '../api/udf/udf-time.ts';
import { depositHistory } from '../custody/http/deposits/deposit-history.ts';
import { fetchAddress } from '../custody/http/deposits/fetch-address.ts';
import { generateWallet } from '../custody/http/deposits/generate-wallet.ts';
import type { Handler } from '../http/handler.ts';
import { accountLimits } from '../clients/http/account-limits.ts';
import { checkKyc } from '../kyc/http/check-kyc.ts';
import { feeSchedule } from '../trading/http/fee-schedule.ts';
import { getProfile } from '../clients/http/get-profile.ts';
import { getPreferences, setPreferences } from '../clients/http/preferences.ts';
import { updateProfile } from '../clients/http/update-profile.ts';
import { uploadKyc } from '../kyc/http/upload-kyc.ts';
import { allPairs } from '../trading/http/markets/all-pairs.ts';
import { chartSeries } from '../trading/http/markets/chart-series.ts';
import { currentPrice } from '../trading/http/markets/current-price.ts';
import { getOrder } from '../trading/http/markets/get-order.ts';
import { homeCoins } from '../trading/http/markets/home-coins.ts';
import { marketAllPairs } from '../trading/http/markets/market-all-pairs.ts';
import { marketTrades } from '../trading/http/markets/market-trades.ts';
import { markets } from '../trading/http/markets/markets.ts';
import { recentTrades } from '../trading/http/markets/recent-trades.ts';
import { amendOrder } from '../trading/http/orders/amend-order.ts';
import { cancelAllOrders } from '../trading/http/orders/cancel-all-orders.ts';
import { cancelOrder } from '../trading/http/orders/cancel-order.ts';
import { funds } from '../trading/http/orders/funds.ts';
import { myOrder } from '../trading/http/orders/my-order.ts';
import { openOrders } from '../trading/http/orders/open-orders.ts';
import { orderHistories } from '../trading/http/orders/order-histories.ts';
import { placeOco } from '../trading/http/orders/place-oco.ts';
import { tradeHistories } from '../trading/http/orders/trade-histories.ts';
import { addPasskey } from '../auth/http/passkeys/add-passkey.ts';
import { getPasskeyChallenge } from '../auth/http/passkeys/get-passkey-challenge.ts';
import { getPasskeyConfirmation } from '../auth/http/passkeys/get-passkey-confirmation.ts';
import { getPasskeyOptions } from '../auth/http/passkeys/get-passkey-options.ts';
import { getPasskeys } from '../auth/http/passkeys/get-passkeys.ts';
import { removePasskey } from '../auth/http/passkeys/remove-passkey.ts';
import { sendPasskeyRemovalCode } from '../auth/http/passkeys/send-passkey-removal-code.ts';
import { capturePayment } from '../payments/http/capture-payment.ts';
import { createPayment } from '../payments/http/create-payment.ts';
import { paymentMessage } from '../payments/http/payment-message.ts';
import { purchaseHistory } from '../payments/http/purchase-history.ts';
import { purchaseQuote } from '../payments/http/purchase-quote.ts';
import { buyHistory } from '../reports/http/buy-history.ts';
import { coinFuturePnl } from '../reports/http/coin-future-pnl.ts';
import { coinSpotPnl } from '../reports/http/coin-spot-pnl.ts';
import { historyCsv } from '../reports/http/history-csv.ts';
import { ledger } from '../reports/http/ledger.ts';
import { periodStatement } from '../reports/http/period-statement.ts';
import { periodStatementCsv } from '../reports/http/period-statement-csv.ts';
import { pnl } from '../reports/http/pnl.ts';
import { sellHistory } from '../reports/http/sell-history.ts';
import { swapHistory } from '../reports/http/swap-history.ts';
import { topAssets } from '../reports/http/top-assets.ts';
import { walletSingleCoin } from '../reports/http/wallet-single-coin.ts';
import { walletSingleCoinPnl } from '../reports/http/wallet-single-coin-pnl.ts';
import { walletSnapshot } from '../reports/http/wallet-snapshot.ts';
import { yearlyReport } from '../reports/http/yearly-report.ts';
import { yearlyReportCsv } from '../reports/http/yearly-report-csv.ts';
import { listRestrictions } from '../restrictions/http/list-restrictions.ts';
import { makeFrozenObjection } from '../restrictions/http/make-frozen-objection.ts';
import { makeObjection } from '../restrictions/http/make-objection.ts';
import { sandboxAuthenticator } from '../sandbox/http/sandbox-authenticator.ts';
import { sandboxBlocks } from '../sandbox/http/sandbox-blocks.ts';
import { sandboxClock } from '../sandbox/http/sandbox-clock.ts';
import { sandboxDeposits } from '../sandbox/http/sandbox-deposits.ts';
import { sandboxMessages } from '../sandbox/http/sandbox-messages.ts';
import { sandboxRefunds } from '../sandbox/http/sandbox-refunds.ts';
import { sandboxStaff } from '../sandbox/http/sandbox-staff.ts';
import { bindAccounts } from '../auth/http/security/bind-accounts.ts';
import { endOtherSessions } from '../auth/http/security/end-other-sessions.ts';
import { endSession } from '../auth/http/security/end-session.ts';
import { getAntiPhishingCode } from '../auth/http/security/get-anti-phishing-code.ts';
import { getCodeForPassword } from '../auth/http/security/get-code-for-password.ts';
import { getSecurity } from '../clients/http/get-security.ts';
import { getSecurityEvents } from '../auth/http/security/get-security-events.ts';
import { getSessions } from '../auth/http/security/get-sessions.ts';
import { resetTransactionPassword } from '../auth/http/security/reset-transaction-password.ts';
import { sendSmsCode } from '../auth/http/security/send-sms-code.ts';
import { sendTransactionPasswordCode } from '../auth/http/security/send-transaction-password-code.ts';
import { setAntiPhishing } from '../auth/http/security/set-anti-phishing.ts';
import { updatePassword } from '../auth/http/security/update-password.ts';
import { updateTransactionPassword } from '../auth/http/security/update-transaction-password.ts';
import { updateWithdrawLimit } from '../auth/http/security/update-withdraw-limit.ts';
import { verifyMobile } from '../auth/http/security/verify-mobile.ts';
import { getNewsItem } from '../support/http/get-news-item.ts';
import { getNewsPicture } from '../support/http/get-news-picture.ts';
import { getSupportAttachment } from '../support/http/get-support-attachment.ts';
import { listNews } from '../support/http/list-news.ts';
import { listNotifications } from '../support/http/list-notifications.ts';
import { listSupportMessages } from '../support/http/list-support-messages.ts';
import { readNotifications } from '../support/http/read-notifications.ts';
import { readSupportMessages } from '../support/http/read-support-messages.ts';
import { sendSupportMessage } from '../support/http/send-support-message.ts';
import { sendVisitorRequest } from '../support/http/send-visitor-request.ts';
import { healthz } from '../system/http/healthz.ts';
import { ledgerSums } from '../system/http/ledger-sums.ts';
import { readyz } from '../system/http/readyz.ts';
import { system } from '../system/http/system.ts';
import { enrolTotp } from '../auth/http/totp/enrol-totp.ts';
import { getTotp } from '../auth/http/totp/get-totp.ts';
import { offerTotp } from '../auth/http/totp/offer-totp.ts';
import { removeTotp } from '../auth/http/totp/remove-totp.ts';
import { renewRecoveryCodes } from '../auth/http/totp/renew-recovery-codes.ts';
import { nodes } from '../system/http/nodes.ts';
import { transfer } from '../trading/http/transfer.ts';
import { uploadAttachment } from '../files/http/upload-attachment.ts';
import { uploadKycPhoto } from '../files/http/upload-kyc-photo.ts';
import { coinAssets } from '../wallet/http/coin-assets.ts';
import { feeRate } from '../trading/http/fee-rate.ts';
import { overview } from '../wallet/http/overview.ts';
import { statement } from '../wallet/http/statement.ts';
import { walletBalance } from '../wallet/http/wallet-balance.ts';
import { walletsFunding } from '../wallet/http/wallets-funding.ts';
import { walletsFuture } from '../wallet/http/wallets-future.ts';
import { walletsSpot } from '../wallet/http/wallets-spot.ts';
import { cancelWithdrawal } from '../custody/http/withdrawals/cancel-withdrawal.ts';
import { createWithdrawal } from '../custody/http/withdrawals/create-withdrawal.ts';
import { draftWithdrawal } from '../custody/http/withdrawals/draft-withdrawal.ts';
import { getWithdrawal } from '../custody/http/withdrawals/get-withdrawal.ts';
import { listNetworks } from '../custody/http/withdrawals/list-networks.ts';
import { listSavedAddresses } from '../custody/http/withdrawals/list-saved-addresses.ts';
import { removeAddress } from '../custody/http/withdrawals/remove-address.ts';
import { renameAddress } from '../custody/http/withdrawals/rename-address.ts';
import { saveAddress } from '../custody/http/withdrawals/save-address.ts';
import { sendAddressCode } from '../custody/http/withdrawals/send-address-code.ts';
import { setOneStepWithdrawal } from '../custody/http/withdrawals/set-one-step-withdrawal.ts';
import { setOnlySavedAddresses } from '../custody/http/withdrawals/set-only-saved-addresses.ts';
import { withdrawHistory } from '../custody/http/withdrawals/withdraw-history.ts';
import { withdrawalLimits } from '../custody/http/withdrawals/withdrawal-limits.ts';

type Handlers = { readonly [K in EndpointKey]: Handler<Endpoints[K]> };

/** Who answers each endpoint of the contract. One without a handler does not build. */
export const handlers: Handlers = {
  system,
  ledgerSums,
  healthz,
  readyz,

  usernameCheck: checkUsername,
  mobileCheck: checkMobile,
  sendCode,
  verifyCode,
  register,
  login,
  mobileLogin,
  logout,
  session: getSession,
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

  profile: getProfile,
  myProfile: updateProfile,
  feeSchedule,
  preferences: getPreferences,
  setPreferences,
  notifications: listNotifications,
  readNotifications,
  supportMessages: listSupportMessages,
  sendSupportMessage,
  readSupportMessages,
  sendVisitorRequest,
  supportAttachment: getSupportAttachment,
  news: listNews,
  newsItem: getNewsItem,
  newsPicture: getNewsPicture,

  security: getSecurity,
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
  restrictions: listRestrictions,
  objections: makeObjection,
  frozenObjection: makeFrozenObjection,

  uploadKyc,
  uploadKycPhoto,
  uploadAttachment,
  checkKyc,
  accountLimits,

  homeCoins,
  marketAllPairs,
  allPairs,
  markets,
  recentTrades,
  marketTrades,
  getOrder,
  chartSeries,
  currentPrice,

  myOrder,
  placeOco,
  amendOrder,
  cancelOrder,
  cancelAllOrders,
  openOrders,
  orderHistories,
  tradeHistories,
  funds,

  convertQuote,
  convertOrder,
  convertLimit,
  convertCancel,
  convertOrders,
  convertHistory,

  walletsSpot,
  walletsFuture,
  walletsFunding,
  walletBalance,
  coinAssets,
  overview,
  statement,
  feeRate,

  transfer,
  nodes,
  pnl,
  coinSpotPnl,
  coinFuturePnl,
  topAssets,
  walletSnapshot,
  walletSingleCoin,
  walletSingleCoinPnl,
  buyHistory,
  sellHistory,
  ledger,
  swapHistory,
  historyCsv,
  periodStatement,
  periodStatementCsv,
  yearlyReport,
  yearlyReportCsv,

  networks: listNetworks,
  draftWithdrawal,
  createWithdrawal,
  cancelWithdrawal,
  withdrawHistory,
  withdrawal: getWithdrawal,
  withdrawalLimits,
  savedAddresses: listSavedAddresses,
  sendAddressCode,
  saveAddress,
  renameAddress,
  removeAddress,
  onlySavedAddresses: setOnlySavedAddresses,
  oneStepWithdrawal: setOneStepWithdrawal,

  purchaseQuote,
  createPayment,
  capturePayment,
  paymentMessage,
  purchaseHistory,

  udfConfig,
  udfTime,
  udfSymbols,
  udfSearch,
  udfHistory,

  sandboxMessages,
  sandboxBlocks,
  sandboxDeposits,
  sandboxRefunds,
  generateWallet,
  fetchAddress,
  depositHistory,
  sandboxClock,
  sandboxStaff,
  sandboxAuthenticator,

  consoleLogin,
  consoleSecondFactor,
  consolePasskeyChallenge,
  consolePasskeyLogin,
  consoleEnrol,
  consoleWelcome,
  consoleSession,
  consoleLogout,
  consoleAccess,
  consoleEndSession,
  consolePasskeyOptions,
  consoleAddPasskey,
  consoleRemovePasskey,
  consoleRecoveryCodes,
  consoleChangePassword,

  consoleStaff,
  consoleCreateStaff,
  consoleChangeRoles,
  consoleDisableStaff,
  consoleReinviteStaff,

  consoleApprovals,
  consoleApprove,
  consoleRefuse,
  consoleWithdraw,

  consoleSettings,
  consoleChangeSettings,
  consoleAskForLimits,
  consoleTreasury,
  consoleReconcile,
  consoleStopNetwork,
  consoleAskForNetworks,
  consoleAskForFees,

  consoleAudit,
  consoleAuditVerify,
  consoleHealth,

  consoleWithdrawals,
  consoleApproveWithdrawal,
  consoleRefuseWithdrawal,
  consolePayAgain,
  consoleSigner,
  consoleReadAgain,
  consoleEndAlarm,
  consoleGiveBack,
  consoleBlockedAddresses,
  consoleBlockAddress,
  consoleUnblockAddress,
  consolePurchases,
  consoleAskPaypal,
  consoleTakeBackPurchase,
  consoleSettlePurchase,

  kycCases,
  kycCase,
  kycPhoto,
  decideKyc,

  consoleSupportThreads: supportThreads,
  consoleSupportThread: supportThread,
  consoleSupportAttachment: supportAttachment,
  consoleSupportOperators: supportOperators,
  consoleSupportSeen: supportSeen,
  consoleVisitorRequests,
  consoleAnswerVisitor,
  consoleSupportReply: supportReply,
  consoleSupportAssign: supportAssign,
  consoleSupportClose: supportClose,
  consoleSupportReopen: supportReopen,
  consoleUploadAttachment,
  consoleUploadNewsPicture,
  consoleNews,
  consoleNewsVersions: newsVersions,
  consoleNewsPicture,
  consolePublishNews: publishNews,
  consoleEditNews: editNews,
  consoleWithdrawNews: withdrawNews,
  consoleClients,
  consoleClient,
  revealClientField,
  consoleEndClientSessions,
  consoleRestrictions,
  consoleSetRestriction,
  consoleEndRestriction,
  consoleRenewRestriction,
  consoleObjections,
  consoleAssignObjection,
  consoleAnswerObjection,
};

/** Calls that change nothing but the caller's session: a follower takes these, and no other that changes something. */
export const sessionCalls: ReadonlySet<EndpointKey> = new Set([
  'login',
  'mobileLogin',
  'secondFactor',
  'logout',
] satisfies EndpointKey[]);

/** Calls of people who are not signed in yet that hash a password or a recovery code. */
export const passwordCalls: ReadonlySet<EndpointKey> = new Set([
  'register',
  'login',
  'mobileLogin',
  'secondFactor',
  'resetPassword',
  'frozenObjection',
  'consoleLogin',
  'consoleWelcome',
  'consoleSecondFactor',
  'consoleEnrol',
] satisfies EndpointKey[]);

/** Calls that read a sealed file. */
export const fileCalls: ReadonlySet<EndpointKey> = new Set([
  'supportAttachment',
  'consoleSupportAttachment',
] satisfies EndpointKey[]);

/** Calls that keep something in the database each time, until it is used or its time is over. */
export const keepingCalls: ReadonlySet<EndpointKey> = new Set([
  'web3Nonce',
  'passkeyChallenge',
  'passkeyConfirmation',
  'googleRedirect',
] satisfies EndpointKey[]);

/** Endpoints that answer without the core's memory: from the histories, which follow the log by a moment, or from nothing. */
export const coreless: ReadonlySet<EndpointKey> = new Set([
  'healthz',
  'orderHistories',
  'tradeHistories',
  'convertOrders',
  'convertHistory',
  'statement',
  'pnl',
  'coinSpotPnl',
  'coinFuturePnl',
  'topAssets',
  'walletSnapshot',
  'walletSingleCoinPnl',
  'buyHistory',
  'sellHistory',
  'ledger',
  'swapHistory',
  'historyCsv',
  'periodStatement',
  'periodStatementCsv',
  'yearlyReport',
  'yearlyReportCsv',
] satisfies EndpointKey[]);
