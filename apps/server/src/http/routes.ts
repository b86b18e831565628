import type { EndpointKey, Endpoints } from '@vitrine/contract';
import { checkMobile } from './account/check-mobile.ts';
import { checkUsername } from './account/check-username.ts';
import { getAccountClient } from './account/get-account-client.ts';
import { getClients } from './account/get-clients.ts';
import { getSession } from './account/get-session.ts';
import { googleLogin } from './account/google-login.ts';
import { googleRedirect } from './account/google-redirect.ts';
import { googleReturn } from './account/google-return.ts';
import { login } from './account/login.ts';
import { logout } from './account/logout.ts';
import { mobileLogin } from './account/mobile-login.ts';
import { passkeyLogin } from './account/passkey-login.ts';
import { register } from './account/register.ts';
import { resetPassword } from './account/reset-password.ts';
import { secondFactor } from './account/second-factor.ts';
import { sendCode } from './account/send-code.ts';
import { sendForgotPasswordCode } from './account/send-forgot-password-code.ts';
import { setTransactionPassword } from './account/set-transaction-password.ts';
import { signInMethods } from './account/sign-in-methods.ts';
import { verifyCode } from './account/verify-code.ts';
import { verifyForgotPasswordCode } from './account/verify-forgot-password-code.ts';
import { web3Login } from './account/web3-login.ts';
import { web3Nonce } from './account/web3-nonce.ts';
import { beginGoogleConnection } from './connections/begin-google-connection.ts';
import { connectGoogle } from './connections/connect-google.ts';
import { connectWallet } from './connections/connect-wallet.ts';
import { disconnectGoogle } from './connections/disconnect-google.ts';
import { disconnectWallet } from './connections/disconnect-wallet.ts';
import { getConnections } from './connections/get-connections.ts';
import { consoleAddPasskey } from './console/add-passkey.ts';
import { consoleAnswerObjection } from './console/answer-objection.ts';
import { consoleAnswerVisitor } from './console/answer-visitor.ts';
import { consoleApprove } from './console/approve.ts';
import { consoleApproveWithdrawal } from './console/approve-withdrawal.ts';
import { consoleAskForFees } from './console/ask-for-fees.ts';
import { consoleAskForLimits } from './console/ask-for-limits.ts';
import { consoleAskForNetworks } from './console/ask-for-networks.ts';
import { consoleAskPaypal } from './console/ask-paypal.ts';
import { consoleAssignObjection } from './console/assign-objection.ts';
import { consoleBlockAddress } from './console/block-address.ts';
import { consoleChangePassword } from './console/change-password.ts';
import { consoleChangeRoles } from './console/change-roles.ts';
import { consoleChangeSettings } from './console/change-settings.ts';
import { consoleCreateStaff } from './console/create-staff.ts';
import { decideKyc } from './console/decide-kyc.ts';
import { consoleDisableStaff } from './console/disable-staff.ts';
import { editNews } from './console/edit-news.ts';
import { consoleEndAlarm } from './console/end-alarm.ts';
import { consoleEndClientSessions } from './console/end-client-sessions.ts';
import { consoleEndRestriction } from './console/end-restriction.ts';
import { consoleEndSession } from './console/end-session.ts';
import { consoleEnrol } from './console/enrol.ts';
import { consoleAccess } from './console/get-access.ts';
import { consoleAudit } from './console/get-audit.ts';
import { consoleClient } from './console/get-client.ts';
import { consoleHealth } from './console/get-health.ts';
import { consoleSession } from './console/get-session.ts';
import { consoleSettings } from './console/get-settings.ts';
import { consoleSigner } from './console/get-signer.ts';
import { consoleTreasury } from './console/get-treasury.ts';
import { consoleGiveBack } from './console/give-back.ts';
import { kycCase } from './console/kyc-case.ts';
import { kycCases } from './console/kyc-cases.ts';
import { kycPhoto } from './console/kyc-photo.ts';
import { consoleApprovals } from './console/list-approvals.ts';
import { consoleBlockedAddresses } from './console/list-blocked-addresses.ts';
import { consoleClients } from './console/list-clients.ts';
import { consoleNews } from './console/list-news.ts';
import { consoleObjections } from './console/list-objections.ts';
import { consolePurchases } from './console/list-purchases.ts';
import { consoleRestrictions } from './console/list-restrictions.ts';
import { consoleStaff } from './console/list-staff.ts';
import { consoleWithdrawals } from './console/list-withdrawals.ts';
import { consoleLogin } from './console/login.ts';
import { consoleLogout } from './console/logout.ts';
import { consoleNewsPicture } from './console/news-picture.ts';
import { newsVersions } from './console/news-versions.ts';
import { consolePasskeyChallenge } from './console/passkey-challenge.ts';
import { consolePasskeyLogin } from './console/passkey-login.ts';
import { consolePasskeyOptions } from './console/passkey-options.ts';
import { consolePayAgain } from './console/pay-again.ts';
import { publishNews } from './console/publish-news.ts';
import { consoleReadAgain } from './console/read-again.ts';
import { consoleReconcile } from './console/reconcile.ts';
import { consoleRefuse } from './console/refuse.ts';
import { consoleRefuseWithdrawal } from './console/refuse-withdrawal.ts';
import { consoleReinviteStaff } from './console/reinvite-staff.ts';
import { consoleRemovePasskey } from './console/remove-passkey.ts';
import { consoleRecoveryCodes } from './console/renew-recovery-codes.ts';
import { consoleRenewRestriction } from './console/renew-restriction.ts';
import { revealClientField } from './console/reveal-client-field.ts';
import { consoleSecondFactor } from './console/second-factor.ts';
import { consoleSetRestriction } from './console/set-restriction.ts';
import { consoleSettlePurchase } from './console/settle-purchase.ts';
import { consoleStopNetwork } from './console/stop-network.ts';
import { supportAssign } from './console/support-assign.ts';
import { supportAttachment } from './console/support-attachment.ts';
import { supportClose } from './console/support-close.ts';
import { supportOperators } from './console/support-operators.ts';
import { supportReopen } from './console/support-reopen.ts';
import { supportReply } from './console/support-reply.ts';
import { supportSeen } from './console/support-seen.ts';
import { supportThread } from './console/support-thread.ts';
import { supportThreads } from './console/support-threads.ts';
import { consoleTakeBackPurchase } from './console/take-back-purchase.ts';
import { consoleUnblockAddress } from './console/unblock-address.ts';
import { consoleUploadAttachment } from './console/upload-attachment.ts';
import { consoleUploadNewsPicture } from './console/upload-news-picture.ts';
import { consoleAuditVerify } from './console/verify-audit.ts';
import { consoleVisitorRequests } from './console/visitor-requests.ts';
import { consoleWelcome } from './console/welcome.ts';
import { consoleWithdraw } from './console/withdraw.ts';
import { withdrawNews } from './console/withdraw-news.ts';
import { convertCancel } from './convert/convert-cancel.ts';
import { convertHistory } from './convert/convert-history.ts';
import { convertLimit } from './convert/convert-limit.ts';
import { convertOrder } from './convert/convert-order.ts';
import { convertOrders } from './convert/convert-orders.ts';
import { convertQuote } from './convert/convert-quote.ts';
import { udfConfig } from './datafeed/udf-config.ts';
import { udfHistory } from './datafeed/udf-history.ts';
import { udfSearch } from './datafeed/udf-search.ts';
import { udfSymbols } from './datafeed/udf-symbols.ts';
import { udfTime } from './datafeed/udf-time.ts';
import { depositHistory } from './deposits/deposit-history.ts';
import { fetchAddress } from './deposits/fetch-address.ts';
import { generateWallet } from './deposits/generate-wallet.ts';
import type { Handler } from './handler.ts';
import { accountLimits } from './identity/account-limits.ts';
import { checkKyc } from './identity/check-kyc.ts';
import { feeSchedule } from './identity/fee-schedule.ts';
import { getProfile } from './identity/get-profile.ts';
import { getPreferences, setPreferences } from './identity/preferences.ts';
import { updateProfile } from './identity/update-profile.ts';
import { uploadKyc } from './identity/upload-kyc.ts';
import { allPairs } from './markets/all-pairs.ts';
import { chartSeries } from './markets/chart-series.ts';
import { currentPrice } from './markets/current-price.ts';
import { getOrder } from './markets/get-order.ts';
import { homeCoins } from './markets/home-coins.ts';
import { marketAllPairs } from './markets/market-all-pairs.ts';
import { marketTrades } from './markets/market-trades.ts';
import { markets } from './markets/markets.ts';
import { recentTrades } from './markets/recent-trades.ts';
import { amendOrder } from './orders/amend-order.ts';
import { cancelAllOrders } from './orders/cancel-all-orders.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { funds } from './orders/funds.ts';
import { myOrder } from './orders/my-order.ts';
import { openOrders } from './orders/open-orders.ts';
import { orderHistories } from './orders/order-histories.ts';
import { placeOco } from './orders/place-oco.ts';
import { tradeHistories } from './orders/trade-histories.ts';
import { addPasskey } from './passkeys/add-passkey.ts';
import { getPasskeyChallenge } from './passkeys/get-passkey-challenge.ts';
import { getPasskeyConfirmation } from './passkeys/get-passkey-confirmation.ts';
import { getPasskeyOptions } from './passkeys/get-passkey-options.ts';
import { getPasskeys } from './passkeys/get-passkeys.ts';
import { removePasskey } from './passkeys/remove-passkey.ts';
import { sendPasskeyRemovalCode } from './passkeys/send-passkey-removal-code.ts';
import { capturePayment } from './purchases/capture-payment.ts';
import { createPayment } from './purchases/create-payment.ts';
import { paymentMessage } from './purchases/payment-message.ts';
import { purchaseHistory } from './purchases/purchase-history.ts';
import { purchaseQuote } from './purchases/purchase-quote.ts';
import { buyHistory } from './reports/buy-history.ts';
import { coinFuturePnl } from './reports/coin-future-pnl.ts';
import { coinSpotPnl } from './reports/coin-spot-pnl.ts';
import { historyCsv } from './reports/history-csv.ts';
import { ledger } from './reports/ledger.ts';
import { periodStatement } from './reports/period-statement.ts';
import { periodStatementCsv } from './reports/period-statement-csv.ts';
import { pnl } from './reports/pnl.ts';
import { sellHistory } from './reports/sell-history.ts';
import { swapHistory } from './reports/swap-history.ts';
import { topAssets } from './reports/top-assets.ts';
import { walletSingleCoin } from './reports/wallet-single-coin.ts';
import { walletSingleCoinPnl } from './reports/wallet-single-coin-pnl.ts';
import { walletSnapshot } from './reports/wallet-snapshot.ts';
import { yearlyReport } from './reports/yearly-report.ts';
import { yearlyReportCsv } from './reports/yearly-report-csv.ts';
import { listRestrictions } from './restrictions/list-restrictions.ts';
import { makeFrozenObjection } from './restrictions/make-frozen-objection.ts';
import { makeObjection } from './restrictions/make-objection.ts';
import { sandboxAuthenticator } from './sandbox/sandbox-authenticator.ts';
import { sandboxBlocks } from './sandbox/sandbox-blocks.ts';
import { sandboxClock } from './sandbox/sandbox-clock.ts';
import { sandboxDeposits } from './sandbox/sandbox-deposits.ts';
import { sandboxMessages } from './sandbox/sandbox-messages.ts';
import { sandboxRefunds } from './sandbox/sandbox-refunds.ts';
import { sandboxStaff } from './sandbox/sandbox-staff.ts';
import { bindAccounts } from './security/bind-accounts.ts';
import { endOtherSessions } from './security/end-other-sessions.ts';
import { endSession } from './security/end-session.ts';
import { getAntiPhishingCode } from './security/get-anti-phishing-code.ts';
import { getCodeForPassword } from './security/get-code-for-password.ts';
import { getSecurity } from './security/get-security.ts';
import { getSecurityEvents } from './security/get-security-events.ts';
import { getSessions } from './security/get-sessions.ts';
import { resetTransactionPassword } from './security/reset-transaction-password.ts';
import { sendSmsCode } from './security/send-sms-code.ts';
import { sendTransactionPasswordCode } from './security/send-transaction-password-code.ts';
import { setAntiPhishing } from './security/set-anti-phishing.ts';
import { updatePassword } from './security/update-password.ts';
import { updateTransactionPassword } from './security/update-transaction-password.ts';
import { updateWithdrawLimit } from './security/update-withdraw-limit.ts';
import { verifyMobile } from './security/verify-mobile.ts';
import { getNewsItem } from './support/get-news-item.ts';
import { getNewsPicture } from './support/get-news-picture.ts';
import { getSupportAttachment } from './support/get-support-attachment.ts';
import { listNews } from './support/list-news.ts';
import { listNotifications } from './support/list-notifications.ts';
import { listSupportMessages } from './support/list-support-messages.ts';
import { readNotifications } from './support/read-notifications.ts';
import { readSupportMessages } from './support/read-support-messages.ts';
import { sendSupportMessage } from './support/send-support-message.ts';
import { sendVisitorRequest } from './support/send-visitor-request.ts';
import { healthz } from './system/healthz.ts';
import { ledgerSums } from './system/ledger-sums.ts';
import { readyz } from './system/readyz.ts';
import { system } from './system/system.ts';
import { enrolTotp } from './totp/enrol-totp.ts';
import { getTotp } from './totp/get-totp.ts';
import { offerTotp } from './totp/offer-totp.ts';
import { removeTotp } from './totp/remove-totp.ts';
import { renewRecoveryCodes } from './totp/renew-recovery-codes.ts';
import { nodes } from './transfers/nodes.ts';
import { transfer } from './transfers/transfer.ts';
import { uploadAttachment } from './uploads/upload-attachment.ts';
import { uploadKycPhoto } from './uploads/upload-kyc-photo.ts';
import { coinAssets } from './wallet/coin-assets.ts';
import { feeRate } from './wallet/fee-rate.ts';
import { overview } from './wallet/overview.ts';
import { statement } from './wallet/statement.ts';
import { walletBalance } from './wallet/wallet-balance.ts';
import { walletsFunding } from './wallet/wallets-funding.ts';
import { walletsFuture } from './wallet/wallets-future.ts';
import { walletsSpot } from './wallet/wallets-spot.ts';
import { cancelWithdrawal } from './withdrawals/cancel-withdrawal.ts';
import { createWithdrawal } from './withdrawals/create-withdrawal.ts';
import { draftWithdrawal } from './withdrawals/draft-withdrawal.ts';
import { getWithdrawal } from './withdrawals/get-withdrawal.ts';
import { listNetworks } from './withdrawals/list-networks.ts';
import { listSavedAddresses } from './withdrawals/list-saved-addresses.ts';
import { removeAddress } from './withdrawals/remove-address.ts';
import { renameAddress } from './withdrawals/rename-address.ts';
import { saveAddress } from './withdrawals/save-address.ts';
import { sendAddressCode } from './withdrawals/send-address-code.ts';
import { setOneStepWithdrawal } from './withdrawals/set-one-step-withdrawal.ts';
import { setOnlySavedAddresses } from './withdrawals/set-only-saved-addresses.ts';
import { withdrawHistory } from './withdrawals/withdraw-history.ts';
import { withdrawalLimits } from './withdrawals/withdrawal-limits.ts';

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
