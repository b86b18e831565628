import { randomUUID } from 'node:crypto';
import type { EndpointKey, ErrorCode } from '@vitrine/contract';
import { currentTotpCode } from '../auth/factors/totp.ts';
import { photoBytes } from '../kyc/testing/photos.ts';
import { givePoints, verify } from '../rewards/testing/give-points.ts';
import {
  approval,
  bidForPosition,
  codeFor,
  consoleTicket,
  dualSubscription,
  flexibleSubscription,
  futuresOrder,
  invitation,
  limitConversion,
  limitSell,
  marketWithTerm,
  newLimits,
  newLockedStake,
  newPosition,
  newRestriction,
  newStake,
  newUid,
  offeredPosition,
  openFuturesOrder,
  openLimitConversion,
  openOrder,
  quotedConversion,
  resetToken,
  type Scene,
  secondFactor,
  settingsVersion,
  smallConversion,
} from './scene.ts';
import { PASSWORD } from './test-exchange.ts';
import { oneStepDraft, withdrawal } from './withdraw.ts';

export interface SampleCall {
  readonly query?: string;
  readonly body?: object | ((scene: Scene) => Promise<object>);
  /** The error that the call gets in this scene, even from a caller who is allowed to make it. */
  readonly refusedAs?: ErrorCode;
}

const NEW = 'new@test.example';
const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const NO_TOKEN = 'x'.repeat(43);
const noPasskey = { id: 'x', rawId: 'x', type: 'public-key', response: { clientDataJSON: 'e30' } };
const noSignature = { message: 'x', signature: `0x${'00'.repeat(65)}` };
const described = {
  full_name: 'New coin',
  type: 'ALT',
  home: false,
  pos: false,
  pow: false,
  innovation: true,
  rank: 99,
};
const newTerms = {
  maximum_leverage: 50,
  maintenance_percent: '0.8',
  risk_limit: '50000',
  risk_step: '250000',
  risk_step_percent: '0.5',
  liquidation_fee_percent: '0.25',
  maximum_position: '1000',
  maximum_open_interest: '10000',
};
const profiled = {
  issue_date: '2009-01-03',
  max_supply: '21000000',
  total_supply: '',
  circulating_supply: '',
  supply_date: '',
  supply_source: '',
  ranking: '',
  market_cap: '',
  market_dominance: '',
  figures_date: '',
  figures_source: '',
  all_time_high: '',
  all_time_high_date: '',
  all_time_low: '',
  all_time_low_date: '',
  records_date: '',
  records_source: '',
  intro: 'A coin.',
};
const newLimitsOfMarket = {
  minimum_amount: '0.001',
  maximum_amount: '1000',
  minimum_total: '5',
  maximum_total: '100000',
  band_percent: '10',
  maximum_open_orders: 100,
};
const newMarket = { ...newLimitsOfMarket, tick: '0.1', lot: '0.00001', reference_price: '66000' };
const news = { kind: 'news', audience: 'all', title: 'A title', body: 'What it says', publish_at: 0 };

/**
 * For every endpoint, a call that a signed-in client or an administrator may make. Some calls depend on earlier ones.
 */
export const sampleCalls: Readonly<Record<EndpointKey, SampleCall>> = {
  system: {},
  ledgerSums: {},
  front: {},
  downloadApk: {},
  downloadIos: {},
  healthz: {},
  readyz: {},
  checkUsername: { query: 'username=ada@example.com' },
  sendCode: { body: { email: NEW } },
  verifyCode: { body: async (scene) => ({ email: NEW, code: await codeFor(scene, NEW) }) },
  register: {
    body: async (scene) => ({
      code: await codeFor(scene, NEW),
      username: NEW,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      mobile_number: '+14155552671',
    }),
  },
  checkMobile: { query: 'username=4155552671' },
  login: { body: { username: NEW, password: PASSWORD } },
  mobileLogin: {
    body: async ({ exchange }) => {
      await exchange.query('update client set mobile_verified_at = now() where mobile_number = $1', ['+14155552671']);
      return { mobile: '(415) 555-2671', password: PASSWORD };
    },
  },
  signInMethods: {},
  secondFactor: { body: secondFactor },
  sendForgotPasswordCode: { body: { email: NEW } },
  verifyForgotPasswordCode: {
    body: async (scene) => ({ email: NEW, code: await codeFor(scene, NEW) }),
  },
  resetPassword: {
    body: async (scene) => ({ email: NEW, password: `${PASSWORD} x`, token: await resetToken(scene, NEW) }),
  },
  googleRedirect: {},
  googleReturn: { query: 'state=unknown&code=unknown' },
  googleLogin: { body: { username: NEW, ticket: NO_TOKEN }, refusedAs: 'google_ticket' },
  walletNonce: {},
  walletLogin: { body: { username: WALLET, ...noSignature }, refusedAs: 'wallet_message_invalid' },
  passkeyChallenge: {},
  passkeyLogin: { body: { token: NO_TOKEN, response: noPasskey }, refusedAs: 'passkey_refused' },
  passkeys: {},
  passkeyConfirmation: { refusedAs: 'passkey_unknown' },
  passkeyOptions: { body: { password: PASSWORD } },
  addPasskey: { body: { token: NO_TOKEN, name: 'A key', response: noPasskey }, refusedAs: 'passkey_refused' },
  sendPasskeyRemovalCode: { body: {} },
  removePasskey: { body: { id: 'none', password: PASSWORD }, refusedAs: 'passkey_unknown' },
  totp: {},
  totpOffer: { body: { password: PASSWORD } },
  totpEnrol: { body: { code: '000000' }, refusedAs: 'code_mismatch' },
  totpRemove: { body: { password: PASSWORD, code: '000000' }, refusedAs: 'authenticator_missing' },
  totpRecoveryCodes: { body: { password: PASSWORD, code: '000000' }, refusedAs: 'authenticator_missing' },
  connections: {},
  beginGoogleConnection: { body: { password: PASSWORD } },
  connectGoogle: { body: { username: NEW, ticket: NO_TOKEN }, refusedAs: 'google_ticket' },
  disconnectGoogle: { body: { password: PASSWORD }, refusedAs: 'connection_unknown' },
  connectWallet: {
    body: { web3_wallet: WALLET, ...noSignature, password: PASSWORD },
    refusedAs: 'wallet_message_invalid',
  },
  disconnectWallet: { body: { address: WALLET, password: PASSWORD }, refusedAs: 'connection_unknown' },
  logout: { body: {} },
  session: {},
  accountClient: {},
  clients: {},
  setTransactionPassword: {
    body: { password: PASSWORD, transaction_password: PASSWORD, transaction_password_confirmation: PASSWORD },
    refusedAs: 'transaction_password_set',
  },
  profile: {},
  updateProfile: { body: { name: 'Ada Lovelace', gender: 'Female', date_of_birth: '1990-12-10', address: '' } },
  feeSchedule: {},
  preferences: {},
  setPreferences: { body: { scheme: 'light' } },
  notifications: {},
  readNotifications: { body: { up_to: 1 } },
  supportMessages: {},
  sendSupportMessage: { body: async () => ({ text: 'Hello', reference: randomUUID() }) },
  readSupportMessages: { body: { up_to: 1 } },
  sendVisitorRequest: { body: { email: NEW, text: 'I cannot sign in.', reference: randomUUID() } },
  consoleVisitorRequests: { query: 'which=waiting' },
  consoleAnswerVisitor: { body: { id: 999_999, text: 'An answer.' }, refusedAs: 'request_answered' },
  supportAttachment: { query: `id=${randomUUID()}`, refusedAs: 'unknown_attachment' },
  news: {},
  newsItem: { query: 'id=1' },
  newsPicture: { query: `id=${randomUUID()}`, refusedAs: 'unknown_picture' },
  security: {},
  securityEvents: { query: 'limit=5' },
  sessions: {},
  endSession: { body: { session_id: 'another' }, refusedAs: 'unknown_session' },
  endOtherSessions: { body: {} },
  sendPasswordCode: { body: {} },
  updatePassword: {
    body: { oldLoginPassword: PASSWORD, password: 'another long one', verification_code: 'none' },
    refusedAs: 'code_mismatch',
  },
  updateTransactionPassword: {
    body: { oldTransactionPassword: 'not this one', transactionPassword: 'another long one' },
  },
  sendTransactionPasswordCode: { body: {} },
  resetTransactionPassword: {
    body: { password: PASSWORD, transactionPassword: 'another long one', verification_code: 'none' },
    refusedAs: 'code_mismatch',
  },
  linkedAccounts: {},
  sendMobileCode: { body: { type: 'REGISTER', mobile_number: '+14155552671', password: PASSWORD } },
  connectMobile: {
    body: { mobile_number: '+14155552671', verification_code: 'none' },
    refusedAs: 'code_mismatch',
  },
  sendAntiPhishingCode: { body: {} },
  setAntiPhishing: {
    body: { anti_phishing_code: 'blueheron7', verification_code: 'none' },
    refusedAs: 'code_mismatch',
  },
  setSingleWithdrawalLimit: { body: { withdraw_limit: '1000', password: PASSWORD } },
  homeCoins: {},
  marketCoins: {},
  pairs: {},
  posPairs: {},
  powPairs: {},
  innovationPairs: {},
  favorites: {},
  addFavorite: { body: { coin_id: 1 } },
  removeFavorite: { body: { coin_id: 1 } },
  sideCoins: { query: 'pair_type=ETH' },
  mainCoins: { query: 'pair_type=MAIN' },
  markets: {},
  orderBook: { query: 'name=BTCUSDT' },
  marketTrades: { query: 'name=BTCUSDT&limit=5' },
  pairRules: { query: 'symbol=BTC' },
  candles: { query: 'symbol=BTC&timeframe=1min&limit=3' },
  currentPrice: { query: 'symbol=BTC&timeframe=1min' },
  coinProfile: { query: 'name=BTC' },
  outsideMarket: { query: 'name=BTC' },
  takerFlow: { query: 'name=BTCUSDT&window=24h' },
  marketActivity: { query: 'window=24h' },
  positionData: { query: 'name=BTC-USDT-PERP&window=24h' },
  coinIcon: { query: `id=${randomUUID()}`, refusedAs: 'unknown_picture' },
  placeOrder: { body: limitSell },
  placeOco: {
    body: async (scene) => {
      const { name, delegate_type, number_of_order, order_per_unit, transaction_password } = await limitSell(scene);
      const trigger_price = (Number(order_per_unit) * 0.99).toFixed(1);
      return { name, delegate_type, number_of_order, order_per_unit, trigger_price, transaction_password };
    },
  },
  amendOrder: {
    body: async (scene) => ({
      order_id: await openOrder(scene),
      number_of_order: '0.001',
      transaction_password: PASSWORD,
    }),
  },
  cancelOrder: { body: async (scene) => ({ order_id: await openOrder(scene) }) },
  cancelAllOrders: { body: {} },
  futuresMarkets: {},
  futuresTickers: {},
  futuresTicket: { query: 'name=BTC-USDT-PERP' },
  acceptFuturesRisks: { body: {} },
  acceptMinimumTerm: { body: marketWithTerm },
  placeFuturesOrder: { body: futuresOrder },
  cancelFuturesOrder: { body: async (scene) => ({ order_id: await openFuturesOrder(scene) }) },
  cancelAllFuturesOrders: { body: { name: 'BTC-USDT-PERP' } },
  futuresOpenOrders: {},
  futuresPositions: {},
  futuresOrderHistory: { query: 'limit=5' },
  futuresTradeHistory: { query: 'limit=5' },
  positionHistory: { query: 'limit=5' },
  fundingPayments: { query: 'limit=5' },
  ownLiquidations: { query: 'limit=5' },
  futuresHistoryCsv: { query: 'tab=trade&side=long' },
  futuresLiquidations: { query: 'name=BTC-USDT-PERP&limit=5' },
  fundingHistory: { query: 'name=BTC-USDT-PERP' },
  markHistory: { query: 'name=BTC-USDT-PERP' },
  futuresIndex: {},
  indexHistory: { query: 'name=BTC-USDT-PERP' },
  insuranceFund: {},
  clientMargin: {},
  buyMore: {
    body: async (scene) => {
      await offeredPosition(scene);
      const order = { name: 'BTCUSDT', delegate_type: 'BUY_MORE', margin: '7', leverage: 10, opening_price: '66461.0' };
      return { ...order, transaction_password: PASSWORD };
    },
  },
  closeFuture: {
    body: async (scene) => {
      await newPosition(scene);
      await bidForPosition(scene);
      return { future_id: '1001-long', transaction_password: PASSWORD };
    },
  },
  closePosition: {
    body: async (scene) => ({
      ...(await newPosition(scene)),
      trade_type: 'limit',
      number_of_order: '0.001',
      order_per_unit: '67000.0',
      transaction_password: PASSWORD,
    }),
  },
  setLeverage: { body: { name: 'ETH-USDT-PERP', side: 'short', leverage: 5 } },
  changeMargin: {
    body: async (scene) => ({
      ...(await newPosition(scene)),
      change: 'add',
      amount: '1',
      transaction_password: PASSWORD,
    }),
  },
  openOrders: {},
  orderHistory: { query: 'limit=5' },
  tradeHistory: { query: 'limit=5' },
  funds: {},
  submitKycPhoto: {
    body: { id_type: 'Government ID', id_number: 'X1', img_type: 'SELFIE', image: randomUUID() },
    refusedAs: 'unknown_upload',
  },
  uploadKycPhoto: { body: () => photoBytes() },
  uploadAttachment: { body: () => photoBytes() },
  kycStatus: {},
  accountLimits: {},
  kycCases: {},
  kycCase: { query: 'uid=1', refusedAs: 'unknown_client' },
  kycPhoto: { query: `uid=1&photo=${randomUUID()}`, refusedAs: 'unknown_photo' },
  decideKyc: {
    body: { uid: '1', revision: 1, decisions: [{ img_type: 'SELFIE', approve: true }] },
    refusedAs: 'unknown_client',
  },
  consoleSupportThreads: { query: 'state=open&assigned=nobody' },
  consoleSupportThread: { query: 'uid=1', refusedAs: 'unknown_client' },
  consoleUploadAttachment: { body: () => photoBytes() },
  consoleUploadNewsPicture: { body: () => photoBytes() },
  consoleUploadCoinIcon: { body: () => photoBytes() },
  consoleCoinIcon: { query: `id=${randomUUID()}`, refusedAs: 'unknown_picture' },
  consoleSupportAttachment: { query: `uid=1&id=${randomUUID()}`, refusedAs: 'unknown_attachment' },
  consoleSupportOperators: {},
  consoleSupportSeen: { body: { uid: '1', up_to: 1 }, refusedAs: 'unknown_client' },
  consoleSupportReply: { body: { uid: '1', text: 'Hello', reference: randomUUID() }, refusedAs: 'unknown_client' },
  consoleSupportAssign: { body: { uid: '1', staff: '' }, refusedAs: 'unknown_client' },
  consoleSupportClose: { body: { uid: '1' }, refusedAs: 'unknown_client' },
  consoleSupportReopen: { body: { uid: '1' }, refusedAs: 'unknown_client' },
  consoleNews: {},
  consoleNewsVersions: { query: 'id=1' },
  consoleNewsPicture: { query: `id=${randomUUID()}`, refusedAs: 'unknown_picture' },
  consolePublishNews: { body: news },
  consoleEditNews: { body: { ...news, id: 1, version: 9, reason: 'a test' }, refusedAs: 'news_changed' },
  consoleWithdrawNews: { body: { id: 1, version: 9, reason: 'a test' }, refusedAs: 'news_changed' },
  restrictions: {},
  makeObjection: {
    body: { restriction_id: 1_000_000, text: 'I appeal against this.' },
    refusedAs: 'unknown_restriction',
  },
  makeFrozenObjection: {
    body: ({ client }) =>
      Promise.resolve({ username: client.email, password: PASSWORD, text: 'I appeal against this.' }),
    refusedAs: 'not_frozen',
  },
  consoleClients: { query: 'search=client' },
  consoleClient: { query: 'uid=1', refusedAs: 'unknown_client' },
  revealClientField: { query: 'uid=1&field=email&reason=a%20test', refusedAs: 'unknown_client' },
  consoleEndClientSessions: { body: { uid: '1', reason: 'a test' }, refusedAs: 'unknown_client' },
  consoleRestrictions: {},
  consoleAskToClosePosition: {
    body: { uid: '1', name: 'BTC-USDT-PERP', side: 'long', reason: 'a test' },
    refusedAs: 'unknown_client',
  },
  consoleSetRestriction: {
    body: async (scene) => ({ uid: await newUid(scene), kind: 'trade', reason: 'terms_breach', rule: 'AML', days: 7 }),
  },
  consoleEndRestriction: { body: async (scene) => ({ id: await newRestriction(scene), reason: 'a test' }) },
  consoleRenewRestriction: { body: async (scene) => ({ id: await newRestriction(scene), days: 7, reason: 'a test' }) },
  consoleObjections: {},
  consoleAssignObjection: { body: { id: 1_000_000, take: true }, refusedAs: 'unknown_objection' },
  consoleAnswerObjection: { body: { id: 1_000_000, keep: true, answer: 'No.' }, refusedAs: 'unknown_objection' },
  consoleWithdrawals: { query: 'which=waiting' },
  consoleApproveWithdrawal: { body: { withdrawal_id: 1_000_000, reason: 'a test' }, refusedAs: 'unknown_withdrawal' },
  consoleRefuseWithdrawal: {
    body: { withdrawal_id: 1_000_000, refusal: 'funds_origin', note: '' },
    refusedAs: 'unknown_withdrawal',
  },
  consolePayAgain: {
    body: { withdrawal_id: 1_000_000, payment_attempt: 1, reason: 'a test' },
    refusedAs: 'unknown_withdrawal',
  },
  consoleGiveBack: {
    body: { withdrawal_id: 1_000_000, payment_attempt: 1, reason: 'a test', note: '' },
    refusedAs: 'unknown_withdrawal',
  },
  consoleBlockedAddresses: {},
  consoleBlockAddress: {
    body: { network: 'TRC20', address: 'not an address', reason: 'a test' },
    refusedAs: 'recipient_malformed',
  },
  consolePurchases: { query: 'which=all&search=nobody' },
  consoleAskPaypal: { body: { purchase_id: 1_000_000 }, refusedAs: 'unknown_purchase' },
  consoleTakeBackPurchase: { body: { purchase_id: 1_000_000, reason: 'a test' }, refusedAs: 'unknown_purchase' },
  consoleSettlePurchase: { body: { purchase_id: 1_000_000, note: 'a test' }, refusedAs: 'unknown_purchase' },
  consoleUnblockAddress: { body: { blocked_id: 1_000_000, reason: 'a test' }, refusedAs: 'address_not_blocked' },
  walletsSpot: {},
  walletsFuture: {},
  walletsFunding: {},
  walletBalance: { query: 'name=BTC' },
  pairBalances: { query: 'name=BTC' },
  overview: {},
  statement: { query: 'limit=5' },
  pnl: {},
  coinSpotPnl: {},
  coinFuturePnl: {},
  topAssets: {},
  walletSnapshot: {},
  walletSingleCoin: { query: 'name=BTC' },
  walletSingleCoinPnl: { query: 'name=BTC' },
  buyHistory: { query: 'limit=5&state=filled' },
  sellHistory: { query: 'limit=5&name=BTCUSDT' },
  ledger: { query: 'limit=5&wallet=spot&from=2020-01-01' },
  movementHistory: { query: 'kind=convert' },
  historyCsv: { query: 'tab=ledger' },
  periodStatement: { query: 'from=2020-01-01&to=2099-12-31' },
  periodStatementCsv: { query: 'from=2020-01-01&to=2099-12-31' },
  yearlyReport: { query: 'year=2026' },
  yearlyReportCsv: { query: 'year=2026' },
  feeRate: {},
  quoteConvert: { body: smallConversion },
  convertQuoted: { body: quotedConversion },
  placeLimitConvert: { body: limitConversion },
  cancelLimitConvert: { body: async (scene) => ({ order_id: await openLimitConversion(scene) }) },
  limitConverts: { query: 'limit=5' },
  convertHistory: { query: 'limit=5' },
  points: {},
  getReferral: {},
  referralCode: { query: 'code=MK7Q2D' },
  referralTerms: {},
  airdropTasks: {},
  claimAirdropTask: { body: { id: 1 } },
  taskView: {},
  claimTask: { body: { task_center_id: 7 } },
  pointHistory: {},
  convertPoints: {
    body: async ({ exchange, client }) => {
      await verify(exchange, client.owner);
      await givePoints(exchange, client.owner, 100);
      return { points: 100 };
    },
  },
  transfer: {
    body: async () => ({
      coin_name: 'BTC',
      from: 'SPOT',
      to: 'FUNDING',
      transfer_amount: '0.00001',
      transaction_password: PASSWORD,
    }),
  },
  earnView: {},
  earnStore: { body: flexibleSubscription },
  dualOffers: {},
  dualSubscribe: { body: dualSubscription },
  dualInvestments: {},
  earnRedeem: { body: async (scene) => ({ stake_id: await newStake(scene), amount: '10' }) },
  earnAutoRenew: { body: async (scene) => ({ stake_id: await newLockedStake(scene), on: true }) },
  stake: { query: 'limit=5' },
  stakeUnlockQuote: { query: 'stake_id=999999999', refusedAs: 'unknown_stake' },
  stakeUnlock: { body: async (scene) => ({ stake_id: await newLockedStake(scene), accepted: true }) },
  nodes: {},
  networks: {},
  draftWithdrawal: { body: withdrawal({ withdraw_amount: '10' }) },
  createWithdrawal: { body: ({ exchange, client }) => oneStepDraft(exchange, client) },
  cancelWithdrawal: { body: { withdrawal_id: 1_000_000 }, refusedAs: 'unknown_withdrawal' },
  withdrawalHistory: { query: 'limit=5' },
  withdrawal: { query: 'withdrawal_id=1000000', refusedAs: 'unknown_withdrawal' },
  withdrawalLimits: {},
  savedAddresses: {},
  sendAddressCode: {
    body: async ({ exchange }) => {
      // Earlier calls have used up the client's limit for emailed codes.
      await exchange.query(`delete from attempt_window where subject like 'send_code:%'`);
      return { network: 'ERC20', address: WALLET };
    },
  },
  saveAddress: {
    body: { network: 'ERC20', address: WALLET, label: 'Mine', verification: '000000', transaction_password: PASSWORD },
    refusedAs: 'code_mismatch',
  },
  renameAddress: {
    body: { address_id: 1_000_000, label: 'Mine', transaction_password: PASSWORD },
    refusedAs: 'unknown_address',
  },
  removeAddress: { body: { address_id: 1_000_000, transaction_password: PASSWORD }, refusedAs: 'unknown_address' },
  setOnlySavedAddresses: { body: { is_on: false, transaction_password: PASSWORD } },
  setOneStepWithdrawal: { body: { is_on: false, transaction_password: PASSWORD } },
  purchaseQuote: { query: 'amount=100&currency=PHP' },
  createPayment: { body: { amount: '100', currency: 'USD' } },
  capturePayment: { body: { purchase_id: 1_000_000 }, refusedAs: 'unknown_purchase' },
  paymentMessage: { body: { id: 'nothing' }, refusedAs: 'message_refused' },
  purchaseHistory: { query: 'limit=5' },
  udfConfig: {},
  udfTime: {},
  udfSymbols: { query: 'symbol=BTCUSDT' },
  udfSearch: { query: 'query=btc' },
  udfHistory: { query: 'symbol=BTCUSDT&resolution=1&from=0&to=9999999999&countback=3' },
  sandboxMessages: { query: 'to=new@test.example' },
  sandboxBlocks: { body: { network: 'TRC20', count: 1 } },
  createDepositAddress: { body: { wallet_type: 'TRC20' } },
  depositAddress: { query: 'wallet_type=TRC20' },
  depositHistory: { query: 'name=USDT' },
  sandboxDeposits: { body: async ({ client }) => ({ coin: 'USDT', amount: '5', username: client.email }) },
  sandboxRefunds: { body: { purchase_id: 1_000_000 }, refusedAs: 'unknown_purchase' },
  sandboxPrices: { body: { coin: 'BTC', changePercent: -5, seconds: 10 }, refusedAs: 'not_found' },
  sandboxFunding: { body: { coin: 'BTC', ratePercent: 0.01 } },
  sandboxClock: { body: { advanceSeconds: 1 } },
  sandboxStaff: { body: { email: 'nobody@test.example' }, refusedAs: 'not_found' },
  sandboxAuthenticator: { body: { email: 'nobody@test.example' }, refusedAs: 'not_found' },
  consoleLogin: { body: async ({ staff }) => ({ email: staff.email, password: PASSWORD }) },
  consoleSecondFactor: {
    body: async (scene) => ({
      ticket: await consoleTicket(scene),
      code: await currentTotpCode(scene.staff.totpSecret),
    }),
  },
  consolePasskeyChallenge: {
    body: async (scene) => ({ ticket: await consoleTicket(scene) }),
    refusedAs: 'passkey_refused',
  },
  consolePasskeyLogin: {
    body: async (scene) => ({ ticket: await consoleTicket(scene), response: noPasskey }),
    refusedAs: 'passkey_refused',
  },
  consoleEnrol: {
    body: async (scene) => ({ ticket: await consoleTicket(scene), code: '000000' }),
    refusedAs: 'sign_in_expired',
  },
  consoleWelcome: {
    body: async (scene) => ({ token: await invitation(scene), password: PASSWORD, password_confirmation: PASSWORD }),
  },
  consoleSession: {},
  consoleLogout: { body: {} },
  consoleAccess: {},
  consoleEndSession: { body: { id: 'nothing' }, refusedAs: 'not_found' },
  consolePasskeyOptions: { body: { code: '000000' }, refusedAs: 'code_mismatch' },
  consoleAddPasskey: { body: { name: 'Key', response: noPasskey }, refusedAs: 'passkey_refused' },
  consoleRemovePasskey: { body: { id: 'nothing', code: '000000' }, refusedAs: 'code_mismatch' },
  consoleRecoveryCodes: { body: { code: '000000' }, refusedAs: 'code_mismatch' },
  consoleChangePassword: {
    body: {
      password: PASSWORD,
      new_password: `${PASSWORD} x`,
      new_password_confirmation: `${PASSWORD} x`,
      code: '000000',
    },
    refusedAs: 'code_mismatch',
  },
  consoleStaff: {},
  consoleCreateStaff: {
    body: async () => ({ email: `${randomUUID()}@test.example`, name: 'New', roles: ['support'], reason: 'a test' }),
  },
  consoleChangeRoles: {
    body: async ({ exchange }) => ({ id: (await exchange.staff('support')).id, roles: ['listing'], reason: 'a test' }),
  },
  consoleDisableStaff: {
    body: async ({ exchange }) => ({ id: (await exchange.staff('support')).id, reason: 'a test' }),
  },
  consoleReinviteStaff: {
    body: async ({ exchange }) => ({ id: (await exchange.staff('support')).id, reason: 'a test' }),
  },
  consoleApprovals: { query: 'list=waiting' },
  consoleApprove: { body: async (scene) => ({ id: await approval(scene) }) },
  consoleRefuse: { body: async (scene) => ({ id: await approval(scene), reason: 'a test' }) },
  consoleWithdraw: { body: async (scene) => ({ id: await approval(scene) }), refusedAs: 'not_yours' },
  consoleSettings: {},
  consoleChangeSettings: {
    body: async (scene) => ({
      base_version: settingsVersion(scene),
      brand_name: `Test ${randomUUID().slice(0, 8)}`,
      reason: 'a test',
    }),
  },
  consoleCoins: {},
  consoleAskForCoin: { body: async () => ({ coin: 'NEW', scale: 8, ...described, reason: 'a test' }) },
  consoleAskToDescribeCoin: { body: async () => ({ coin: 'BTC', ...described, reason: 'a test' }) },
  consoleAskForCoinProfile: { body: async () => ({ coin: 'BTC', ...profiled, reason: 'a test' }) },
  consoleMarkets: {},
  consoleAskForMarket: {
    body: { base: 'BTC', quote: 'USDT', ...newMarket, reason: 'a test' },
    refusedAs: 'listed_already',
  },
  consoleAskForPerpetual: {
    body: { base: 'BTC', quote: 'USDT', ...newMarket, ...newTerms, reason: 'a test' },
    refusedAs: 'listed_already',
  },
  consoleListingDrafts: {},
  consoleSaveListingDraft: {
    body: { draft_id: randomUUID(), kind: 'spot', draft_fields: [{ field: 'tick', text: '0.01' }] },
  },
  consoleDiscardListingDraft: { body: { draft_id: randomUUID() } },
  consoleIndexSources: {},
  consoleCheckIndexSources: {
    query: 'base=BTC&quote=USDT&symbols=okx:BTC-USDT,kraken:BTC-USDT',
    refusedAs: 'listing_invalid',
  },
  consoleAskForIndexSources: {
    body: {
      name: 'BTC-USDT-PERP',
      index_sources: [
        { source: 'okx', symbol: 'BTC-USDT' },
        { source: 'kraken', symbol: 'BTC-USDT' },
      ],
      reason: 'a test',
    },
    refusedAs: 'listing_invalid',
  },
  consoleAskForMarketRules: { body: { name: 'BTCUSDT', ...newLimitsOfMarket, reason: 'a test' } },
  consoleAskForReferencePrice: { body: { name: 'BTCUSDT', reference_price: '66500', reason: 'a test' } },
  consoleAskForPerpetualTerms: {
    body: {
      name: 'BTC-USDT-PERP',
      ...newTerms,
      maximum_position: '40',
      maximum_open_interest: '400',
      reason: 'a test',
    },
  },
  consoleAskToOpenMarket: { body: { name: 'BTCUSDT', reason: 'a test' }, refusedAs: 'nothing_to_change' },
  consoleAskToCancelDelisting: { body: { name: 'BTCUSDT', reason: 'a test' }, refusedAs: 'nothing_to_change' },
  consoleAskToDelistMarket: { body: { name: 'BTCUSDT', reason: 'a test' } },
  consoleStopMarket: { body: { name: 'USDCUSDT', status: 'cancel_only', reason: 'a test' } },
  consoleRewards: {},
  consoleAskToReturnRewards: { body: { coin: 'VIT', amount: '1000', source: 'treasury', reason: 'a test' } },
  consoleCancelRewardFunding: { body: { id: 1_000_000, reason: 'a test' }, refusedAs: 'unknown_funding' },
  consoleAskToFundRewards: { body: { coin: 'VIT', amount: '1000', source: 'treasury', reason: 'a test' } },
  consoleAskForProgramme: {
    body: {
      joined_usdt: 50,
      bonus_usdt: 100,
      bonus_above_usdt: 50,
      commission_ppm: 100_000,
      is_open: true,
      reason: 'a test',
    },
  },
  consoleAskForTask: {
    body: {
      list: 'daily',
      rule: 'trade_volume',
      threshold: 500,
      points: 30,
      name: '',
      description: '',
      is_on: true,
      place: 9,
      reason: 'a test',
    },
  },
  consoleTreasury: {},
  consoleReconcile: { body: { network: 'TRC20' } },
  consoleSigner: {},
  consoleReadAgain: { body: { network: 'ERC20', txid: '0x00' }, refusedAs: 'alarm_over' },
  consoleEndAlarm: {
    body: { network: 'ERC20', kind: 'unread', txid: '0x00', reason: 'a test' },
    refusedAs: 'alarm_over',
  },
  consoleStopNetwork: { body: async () => ({ coin: 'USDC', network: 'ERC20', what: 'deposits', reason: 'a test' }) },
  consoleAskForNetworks: {
    body: async (scene) => {
      const { table } = (await scene.staff.get('/api/v3/console/treasury')).body;
      const changed = table.map((row: Record<string, unknown>) => ({
        ...row,
        credit_confirmations: 2,
        unlock_confirmations: 900,
      }));
      return { base_version: settingsVersion(scene), table: changed, reason: 'a test' };
    },
  },
  consoleAskForLimits: { body: async (scene) => newLimits(scene) },
  consoleAskForFees: {
    body: async (scene) => {
      const { fee_tiers } = (await scene.staff.get('/api/v3/console/settings')).body;
      const tiers = fee_tiers.map(({ level: _, ...tier }: Record<string, number>) => ({ ...tier, taker_ppm: 99_999 }));
      return { base_version: settingsVersion(scene), fee_tiers: tiers, reason: 'a test' };
    },
  },
  consoleAudit: { query: 'limit=3' },
  consoleAuditVerify: {},
  consoleFuturesRisk: {},
  consoleFuturesPositions: { query: 'name=BTC-USDT-PERP' },
  consoleHealth: {},
};
