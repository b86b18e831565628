import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Endpoint, type EndpointKey, type Endpoints, endpoints } from '@vitrine/contract';
import { eventually } from '@vitrine/tools/eventually';
import { createTestDatabase, type TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import pino from 'pino';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../projections/testing/table-contents.ts';
import { Reader } from '../stream/testing/reader.ts';
import { rebuiltBook } from '../stream/testing/rebuilt-book.ts';
import { Caller, TestClient, TestExchange } from '../testing/test-exchange.ts';
import { withdrawal } from '../testing/withdraw.ts';
import { createMigratedDatabase } from './database/testing/migrated-database.ts';
import { openExchange } from './exchange.ts';
import { ServerProcess, type TestResponse } from './process/testing/server-process.ts';
import { readSettings } from './settings/settings.ts';

const PASSWORD = 'seven blue herons';
const MARKET = 'BTCUSDT';
const SECRET = 'a secret of the tests that is long enough, by far';

let database: TestDatabase;
let dataDir: string;
let leader: ServerProcess;
let follower: ServerProcess;
let alice: Client;
let bob: Client;

type Headers = Readonly<Record<string, string>>;

interface Client {
  readonly email: string;
  readonly headers: Headers;
}

const leaderSettings = () => ({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  SESSION_SECRET: SECRET,
  HOUSE: 'off',
  DEMO: 'on',
  RATE_PER_ADDRESS: '100000',
});
const startLeader = () => ServerProcess.start(leaderSettings());
/**
 * Starts a follower. It shares the leader's DATA_DIR, in which a follower stores nothing, and connects as a database
 * user who may write only what signing in needs.
 */
const startFollower = () =>
  ServerProcess.start({ ...leaderSettings(), ROLE: 'follower', DATABASE_URL: followerUrl(database.url) });

const FOLLOWER_USER = `follower_${process.pid}`;

/** Grants the rights to read everything and to write sessions and the records of sign-ins. */
const allowFollower = (url: string) =>
  withClient(url, async (client) => {
    await client.query(`create role ${FOLLOWER_USER} login password '${SECRET}'`);
    await client.query(`grant select on all tables in schema public to ${FOLLOWER_USER}`);
    const written = 'session, attempt_window, one_time_token, mail_queue, known_device';
    await client.query(`grant insert, update, delete on ${written} to ${FOLLOWER_USER}`);
    await client.query(`grant update on authenticator, client to ${FOLLOWER_USER}`);
    await client.query(`grant delete on recovery_code to ${FOLLOWER_USER}`);
    const added = 'connection, security_event, notice, outbox';
    await client.query(`grant insert on ${added} to ${FOLLOWER_USER}`);
  });
const removeFollower = (url: string) =>
  withClient(url, (client) => client.query(`drop owned by ${FOLLOWER_USER}; drop role ${FOLLOWER_USER}`));

function followerUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.username = FOLLOWER_USER;
  url.password = SECRET;
  return url.href;
}

beforeAll(async () => {
  database = await createMigratedDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'vitrine-test-'));
  leader = await startLeader();
  await allowFollower(database.url);
  follower = await startFollower();
  alice = await signUp('alice@test.example', { USDT: '1000000' });
  bob = await signUp('bob@test.example', { BTC: '100' });
});

afterAll(async () => {
  await follower?.kill('SIGTERM');
  await leader?.kill('SIGTERM');
  await removeFollower(database.url);
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function done(answer: Promise<TestResponse>): Promise<TestResponse> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return answer;
}

const signIn = async (server: ServerProcess, email: string): Promise<Headers> => {
  const { body } = await done(server.post('/api/v3/login', { username: email, password: PASSWORD }));
  return { authorization: `Bearer ${body.token}` };
};

/** Signs up as a person does: emailed code, form, passwords, deposit. */
async function signUp(email: string, deposits: Readonly<Record<string, string>>): Promise<Client> {
  await done(leader.post('/api/v2/send-code', { email }));
  const { code } = (await done(leader.get(`/sandbox/messages?to=${email}`))).body[0];
  const passwords = { password: PASSWORD, password_confirmation: PASSWORD, transaction_password: PASSWORD };
  await done(leader.post('/api/v2/register', { username: email, code, ...passwords }));
  for (const [coin, amount] of Object.entries(deposits))
    await done(leader.post('/sandbox/deposits', { username: email, coin, amount }));
  const headers = await signIn(leader, email);
  // From here on, orders of this session need no transaction password.
  const remember = { transaction_password: PASSWORD, remember: true };
  await leader.post('/api/v2/my-order', { ...bid('0.00001', '1.0'), ...remember }, headers);
  return { email, headers };
}

/** Withdraws, confirms with the emailed code and returns the withdrawal's number. */
async function withdrawSome({ email, headers }: Client): Promise<number> {
  const { draft } = (await done(leader.post('/api/v3/otp', withdrawal(), headers))).body;
  const { code } = (await done(leader.get(`/sandbox/messages?to=${email}`))).body[0];
  const confirmation = { gasfee: draft.gasfee, verification: code, transaction_password: PASSWORD };
  await done(leader.post('/api/v3/withdrawals', withdrawal(confirmation), headers));
  return (await done(leader.get('/api/v3/withdraw-history', headers))).body.withdraw[0].id;
}

async function stakeSome({ headers }: Client): Promise<number> {
  const stake = { earn_id: 1, amount: '100', status: 'STAKE_LOCK', days: 30, accepted: true };
  await done(leader.post('/api/v2/earn/store', stake, headers));
  return (await done(leader.get('/api/v3/stake', headers))).body.earnStaking[0].id;
}

const bid = (size: string, price: string) => ({
  name: MARKET,
  delegate_type: 'BUY',
  trade_type: 'limit',
  number_of_order: size,
  order_per_unit: price,
});
const ask = (size: string, price: string) => ({ ...bid(size, price), delegate_type: 'SELL' });
/** The number of alice's withdrawal. */
let withdrawn = 0;
/** The number of her locked stake. */
let staked = 0;
/** Log position of the last order that the leader acknowledged. */
let acknowledged = 0;
async function order({ headers }: Client, fields: object): Promise<TestResponse> {
  const answer = await done(leader.post('/api/v2/my-order', fields, headers));
  acknowledged = answer.body.position;
  return answer;
}

/** Places orders that rest, trade and are cancelled; returns the last log position. */
async function trade(rounds: number): Promise<number> {
  let last = 0;
  for (let round = 0; round < rounds; round += 1) {
    await order(bob, ask('0.002', `${60_000 + (round % 7)}.0`));
    await order(bob, ask('0.001', '63000.0'));
    const { body } = await order(alice, bid('0.0015', '59000.0'));
    await order(alice, { ...bid('0.003', ''), trade_type: 'market', order_per_unit: undefined });
    const { position } = (await done(leader.post('/api/v3/orders/cancel', { order_id: body.order_id }, alice.headers)))
      .body;
    last = position;
  }
  return last;
}

const from = (position: number, { headers }: Client) => ({ ...headers, 'x-min-position': String(position) });

/** The ledger sums, once the follower's equal the leader's. */
async function sameState(): Promise<{ state_hash: string; position: number }> {
  const { body: system } = await done(leader.get('/api/v3/system'));
  // Leader and follower each compute the sums at most once a second.
  const sumsOf = async (server: typeof leader) => (await done(server.get('/api/v3/ledger-sums'))).body;
  await expect.poll(async () => (await sumsOf(leader)).position).toBeGreaterThanOrEqual(system.position);
  const body = await sumsOf(leader);
  await expect.poll(() => sumsOf(follower)).toEqual(body);
  return body;
}

/**
 * Excluded from the comparison: files, redirects (whose targets vary) and the console (which only the leader serves).
 */
type FileKey =
  | 'supportAttachment'
  | 'newsPicture'
  | 'promotionPicture'
  | 'coinIcon'
  | 'futuresHistoryCsv'
  | 'historyCsv'
  | 'periodStatementCsv'
  | 'yearlyReportCsv';
type KeyOf<Method extends Endpoint['method']> = {
  [K in Exclude<EndpointKey, FileKey>]: Endpoints[K] extends { readonly area: 'console' } | { readonly redirects: true }
    ? never
    : Endpoints[K]['method'] extends Method
      ? K
      : never;
}[Exclude<EndpointKey, FileKey>];

const now = () => Math.floor(Date.now() / 1000);

/** Every endpoint that reads, with a query that has results. If one is missing, this does not compile. */
const queries: Record<KeyOf<'GET'>, () => string> = {
  system: () => '',
  depositAddress: () => '?wallet_type=TRC20',
  depositHistory: () => '?name=USDT',
  purchaseQuote: () => '?amount=100&currency=PHP',
  purchaseHistory: () => '',
  points: () => '',
  getReferral: () => '',
  referralCode: () => '?code=MK7Q2D',
  referralTerms: () => '',
  airdropTasks: () => '',
  games: () => '',
  taskView: () => '',
  pointHistory: () => '',
  ledgerSums: () => '',
  front: () => '',
  healthz: () => '',
  readyz: () => '',
  checkUsername: () => `?username=${alice.email}`,
  checkMobile: () => '?username=4155552671',
  signInMethods: () => '',
  passkeys: () => '',
  totp: () => '',
  connections: () => '',
  session: () => '',
  accountClient: () => '',
  clients: () => '',
  profile: () => '',
  feeSchedule: () => '',
  preferences: () => '',
  notifications: () => '',
  supportMessages: () => '',
  visitorChat: () => '',
  promotions: () => '',
  outsideNews: () => '',
  news: () => '',
  newsItem: () => '?id=1',
  security: () => '',
  securityEvents: () => '',
  sessions: () => '',
  linkedAccounts: () => '',
  homeCoins: () => '',
  marketCoins: () => '',
  pairs: () => '',
  posPairs: () => '',
  powPairs: () => '',
  innovationPairs: () => '',
  favorites: () => '',
  sideCoins: () => '?pair_type=ETH',
  mainCoins: () => '',
  markets: () => '',
  orderBook: () => `?name=${MARKET}`,
  marketTrades: () => `?name=${MARKET}`,
  pairRules: () => '?symbol=BTC',
  candles: () => '?symbol=BTC&timeframe=1m',
  currentPrice: () => '?symbol=BTC',
  coinProfile: () => '?name=BTC',
  outsideMarket: () => '?name=BTC',
  takerFlow: () => `?name=${MARKET}&window=24h`,
  marketActivity: () => '?window=24h',
  positionData: () => '?name=BTC-USDT-PERP&window=24h',
  futuresMarkets: () => '',
  futuresTickers: () => '',
  futuresTicket: () => '?name=BTC-USDT-PERP',
  futuresOpenOrders: () => '',
  futuresPositions: () => '',
  futuresOrderHistory: () => '',
  futuresTradeHistory: () => '',
  positionHistory: () => '',
  fundingPayments: () => '',
  ownLiquidations: () => '',
  futuresLiquidations: () => '',
  fundingHistory: () => '?name=BTC-USDT-PERP',
  markHistory: () => '?name=BTC-USDT-PERP',
  indexHistory: () => '?name=BTC-USDT-PERP',
  futuresIndex: () => '',
  insuranceFund: () => '',
  clientMargin: () => '',
  openOrders: () => '',
  orderHistory: () => '',
  tradeHistory: () => '',
  funds: () => '',
  kycStatus: () => '',
  accountLimits: () => '',
  restrictions: () => '',
  walletsSpot: () => '',
  limitConverts: () => '',
  convertHistory: () => '',
  autoInvestCoins: () => '',
  autoInvestPlans: () => '',
  autoInvestHistory: () => '',
  autoInvestPast: () => '?coins=BTC:100&amount=20&cycle=Daily',
  earnView: () => '',
  dualOffers: () => '',
  dualInvestments: () => '',
  stake: () => '',
  analysis: () => '?days=30',
  earnSummary: () => '',
  earnTransactions: () => '',
  minings: () => '',
  stakeUnlockQuote: () => `?stake_id=${staked}`,
  walletsFuture: () => '',
  walletsFunding: () => '',
  walletBalance: () => '?name=USDT',
  pairBalances: () => '?name=BTC',
  overview: () => '',
  statement: () => '',
  pnl: () => '',
  coinSpotPnl: () => '',
  coinFuturePnl: () => '',
  topAssets: () => '',
  walletSnapshot: () => '',
  walletSingleCoin: () => '?name=BTC',
  walletSingleCoinPnl: () => '?name=BTC',
  buyHistory: () => '',
  sellHistory: () => '',
  ledger: () => '?cause=trade',
  movementHistory: () => '?kind=transfer',
  periodStatement: () => '?from=2020-01-01&to=2099-12-31',
  yearlyReport: () => `?year=${new Date().getUTCFullYear()}`,
  feeRate: () => '',
  nodes: () => '?at=1',
  networks: () => '',
  withdrawalHistory: () => '',
  withdrawal: () => `?withdrawal_id=${withdrawn}`,
  withdrawalLimits: () => '',
  savedAddresses: () => '',
  udfConfig: () => '',
  udfTime: () => '',
  udfSymbols: () => `?symbol=${MARKET}`,
  udfSearch: () => '?query=BTC',
  udfHistory: () => `?symbol=${MARKET}&resolution=1&from=${now() - 600}&to=${now()}`,
  sandboxMessages: () => `?to=${alice.email}`,
};

/** Fields that depend on the time of the request. */
const momentary = new Set([
  'time',
  'as_of',
  'latest_time',
  'projected_position',
  'trading_unlocked_until',
  // The term of an early unlock begins when it is asked for.
  'pays_later_at',
  // The period of a plan's past ends when it is asked for.
  'from',
  'to',
]);
const still = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body, (key, value) => (momentary.has(key) && typeof value === 'number' ? 0 : value)),
  ) as unknown;

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';

/** Every command, with a body that the leader would accept. */
const commands: Record<Exclude<KeyOf<'POST'>, 'login' | 'mobileLogin' | 'secondFactor' | 'logout'>, () => object> = {
  sendCode: () => ({ email: 'carol@test.example' }),
  verifyCode: () => ({ email: 'carol@test.example', code: '123456' }),
  register: () => ({
    username: 'carol@test.example',
    code: '123456',
    password: PASSWORD,
    password_confirmation: PASSWORD,
  }),
  setTransactionPassword: () => ({
    password: PASSWORD,
    transaction_password: PASSWORD,
    transaction_password_confirmation: PASSWORD,
  }),
  sendForgotPasswordCode: () => ({ email: alice.email }),
  verifyForgotPasswordCode: () => ({ email: alice.email, code: '123456' }),
  resetPassword: () => ({ email: alice.email, password: 'another long one', token: 'x'.repeat(43) }),
  googleLogin: () => ({ username: alice.email, ticket: 'x'.repeat(43) }),
  walletNonce: () => ({}),
  walletLogin: () => ({ username: WALLET, message: 'x', signature: '0x00' }),
  passkeyChallenge: () => ({}),
  passkeyLogin: () => ({ token: 'x'.repeat(43), response: {} }),
  passkeyConfirmation: () => ({}),
  passkeyOptions: () => ({ password: PASSWORD }),
  addPasskey: () => ({ token: 'x'.repeat(43), name: 'A key', response: {} }),
  removePasskey: () => ({ id: 'x', password: PASSWORD }),
  totpOffer: () => ({ password: PASSWORD }),
  totpEnrol: () => ({ code: '123456' }),
  totpRemove: () => ({ password: PASSWORD, code: '123456' }),
  totpRecoveryCodes: () => ({ password: PASSWORD, code: '123456' }),
  beginGoogleConnection: () => ({ password: PASSWORD }),
  connectGoogle: () => ({ username: alice.email, ticket: 'x'.repeat(43) }),
  disconnectGoogle: () => ({ password: PASSWORD }),
  connectWallet: () => ({ web3_wallet: WALLET, message: 'x', signature: '0x00', password: PASSWORD }),
  disconnectWallet: () => ({ address: WALLET, password: PASSWORD }),
  readNotifications: () => ({ up_to: 1 }),
  sendSupportMessage: () => ({ text: 'Hello', reference: '0b8ff4a6-4f1e-4c1a-9a38-3c1d6c0f9a11' }),
  readSupportMessages: () => ({ up_to: 1 }),
  updateProfile: () => ({ name: 'Carol' }),
  setPreferences: () => ({ scheme: 'light' }),
  addFavorite: () => ({ coin_id: 1 }),
  removeFavorite: () => ({ coin_id: 1 }),
  endSession: () => ({ session_id: 'another' }),
  endOtherSessions: () => ({}),
  sendPasswordCode: () => ({}),
  updatePassword: () => ({ oldLoginPassword: PASSWORD, password: 'another long one', verification_code: '123456' }),
  updateTransactionPassword: () => ({ oldTransactionPassword: PASSWORD, transactionPassword: 'another long one' }),
  sendPasskeyRemovalCode: () => ({}),
  sendTransactionPasswordCode: () => ({}),
  resetTransactionPassword: () => ({
    password: PASSWORD,
    transactionPassword: 'another long one',
    verification_code: '123456',
  }),
  sendMobileCode: () => ({ type: 'REGISTER', mobile_number: '+14155552671' }),
  connectMobile: () => ({ mobile_number: '+14155552671', verification_code: '123456' }),
  sendAntiPhishingCode: () => ({}),
  setAntiPhishing: () => ({ anti_phishing_code: 'blueheron7', verification_code: '123456' }),
  setSingleWithdrawalLimit: () => ({ withdraw_limit: '1000', password: PASSWORD }),
  makeObjection: () => ({ restriction_id: 1, text: 'I appeal against this.' }),
  makeFrozenObjection: () => ({ username: alice.email, password: PASSWORD, text: 'I appeal against this.' }),
  placeOrder: () => ({ ...bid('0.001', '59000.0'), transaction_password: PASSWORD }),
  placeOco: () => ({}),
  amendOrder: () => ({ order_id: '1', order_per_unit: '1.0' }),
  cancelOrder: () => ({ order_id: '1' }),
  acceptFuturesRisks: () => ({}),
  acceptMinimumTerm: () => ({ name: 'BTC-USDT-PERP', minimum_term_days: 30 }),
  placeFuturesOrder: () => ({
    name: 'BTC-USDT-PERP',
    side: 'long',
    effect: 'open',
    trade_type: 'limit',
    number_of_order: '0.001',
    order_per_unit: '59814.9',
    transaction_password: PASSWORD,
  }),
  cancelFuturesOrder: () => ({ order_id: '1' }),
  cancelAllFuturesOrders: () => ({ name: 'BTC-USDT-PERP' }),
  closePosition: () => ({ name: 'BTC-USDT-PERP', side: 'long', number_of_order: '0.001' }),
  closeFuture: () => ({ future_id: '1001-long' }),
  buyMore: () => ({
    name: 'BTCUSDT',
    delegate_type: 'BUY_MORE',
    margin: '1',
    leverage: 10,
    opening_price: '66461.0',
  }),
  setLeverage: () => ({ name: 'BTC-USDT-PERP', side: 'long', leverage: 5 }),
  changeMargin: () => ({ name: 'BTC-USDT-PERP', side: 'long', change: 'add', amount: '1' }),
  cancelAllOrders: () => ({}),
  createPayment: () => ({ amount: '100' }),
  capturePayment: () => ({ purchase_id: 1 }),
  claimAirdropTask: () => ({ id: 1 }),
  claimTask: () => ({ task_center_id: 9 }),
  guess: () => ({ round: 3_600_000, guess: 'up' }),
  startMining: () => ({}),
  convertPoints: () => ({}),
  objectToHold: () => ({ hold_id: 1, text: 'We are two people.' }),
  paymentMessage: () => ({}),
  quoteConvert: () => ({ from: 'USDT', to: 'BTC', amount: '20' }),
  convertQuoted: () => ({ quote_id: 'x.y' }),
  placeLimitConvert: () => ({ from: 'USDT', to: 'BTC', amount: '10', receives: '1' }),
  cancelLimitConvert: () => ({ order_id: '1' }),
  transfer: () => ({ coin_name: 'USDT', draw_type: 'DRAW_IN', transfer_amount: '1' }),
  createAutoInvestPlan: () => ({
    kind: 'single',
    coins: [{ name: 'BTC', percent: 100 }],
    amount: '20',
    cycle: 'Daily',
  }),
  editAutoInvestPlan: () => ({
    plan_id: 1,
    version: 1,
    coins: [{ name: 'BTC', percent: 100 }],
    amount: '20',
    cycle: 'Daily',
  }),
  pauseAutoInvestPlan: () => ({ plan_id: 1, paused: true }),
  removeAutoInvestPlan: () => ({ plan_id: 1 }),
  earnStore: () => ({ earn_id: 1, amount: '20', status: 'FLEXI_LOCK' }),
  dualSubscribe: () => ({ offer_id: 1, amount: '10', days: 1, accepted: true }),
  earnRedeem: () => ({ stake_id: 1 }),
  earnAutoRenew: () => ({ stake_id: 1, on: true }),
  rentMiner: () => ({ product_id: 1, version: 1, accepted: true }),
  stakeUnlock: () => ({ stake_id: 1, accepted: true }),
  uploadKycPhoto: () => Buffer.from('a photo'),
  uploadAttachment: () => Buffer.from('a file'),
  submitKycPhoto: () => ({ id_type: 'Government ID', id_number: 'X1', img_type: 'SELFIE', image: '' }),
  sandboxBlocks: () => ({ network: 'TRC20', count: 1 }),
  createDepositAddress: () => ({ wallet_type: 'TRC20' }),
  sandboxDeposits: () => ({ username: alice.email, coin: 'USDT', amount: '5' }),
  sandboxRefunds: () => ({ purchase_id: 1 }),
  sandboxPrices: () => ({ coin: 'BTC', changePercent: 1, seconds: 1 }),
  sandboxFunding: () => ({ coin: 'BTC' }),
  sandboxClock: () => ({ advanceSeconds: 60 }),
  sendVisitorMessage: () => ({ text: 'Hello', reference: randomUUID() }),
  endVisitorChat: () => ({}),
  sendVisitorRequest: () => ({ email: alice.email, text: 'Hello', reference: randomUUID() }),
  sandboxStaff: () => ({ email: alice.email }),
  sandboxAuthenticator: () => ({ email: alice.email }),
  draftWithdrawal: () => withdrawal(),
  createWithdrawal: () => withdrawal({ verification: '123456', transaction_password: PASSWORD }),
  cancelWithdrawal: () => ({ withdrawal_id: 1 }),
  sendAddressCode: () => ({ network: 'ERC20', address: WALLET }),
  saveAddress: () => ({
    network: 'ERC20',
    address: WALLET,
    label: 'Mine',
    verification: '123456',
    transaction_password: PASSWORD,
  }),
  renameAddress: () => ({ address_id: 1, label: 'Mine', transaction_password: PASSWORD }),
  removeAddress: () => ({ address_id: 1, transaction_password: PASSWORD }),
  setOnlySavedAddresses: () => ({ is_on: true, transaction_password: PASSWORD }),
  setOneStepWithdrawal: () => ({ is_on: true, transaction_password: PASSWORD }),
};

/** Tables that the leader writes without a request, and the table of sessions, which a follower may write too. */
const OWN_WORK = ['log_lease', 'session', 'reconciliations', 'address_holdings'];

/** A fingerprint of every table except those in `OWN_WORK`. */
const fingerprints = (url: string): Promise<Record<string, unknown>> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select tablename from pg_tables where schemaname = 'public' and tablename <> all ($1)`,
      [OWN_WORK],
    );
    const prints: Record<string, unknown> = {};
    for (const { tablename } of rows) {
      const print = `select count(*), md5(string_agg(t::text, '' order by t::text)) from ${pg.escapeIdentifier(tablename)} t`;
      prints[tablename] = (await client.query(print)).rows[0];
    }
    return prints;
  });

/** Both servers respond alike. A command of the leader's duties may come between the two: then both are read again. */
async function expectSame(server: ServerProcess, key: string, path: string, position: number): Promise<void> {
  for (let reads = 0; ; reads += 1) {
    const followed = await server.get(path, from(position, alice));
    expect(followed.position, key).toBeGreaterThanOrEqual(position);
    const led = await leader.get(path, from(position, alice));
    if (reads < MOST_READS && led.body.position !== followed.body.position) continue;
    expect(still(followed.body), key).toEqual(still(led.body));
    return;
  }
}
const MOST_READS = 20;

test('data written on the leader is read on the follower, at the requested position', async () => {
  for (let round = 0; round < 10; round += 1) {
    const position = await trade(1);
    for (const key of [
      'walletsSpot',
      'openOrders',
      'orderBook',
      'marketTrades',
      'statement',
      'tradeHistory',
    ] as const) {
      const path = endpoints[key].path + queries[key]();
      await expectSame(follower, key, path, position);
    }
  }
});

test('a follower does not respond to a read at a position that the log has not reached', async () => {
  const { position } = await sameState();
  // The duties of the leader may append a few commands meanwhile.
  const { status, body } = await follower.get('/api/v3/wallets/spot', from(position + 1_000, alice));
  expect({ status, code: body.code }).toEqual({ status: 503, code: 'position_not_reached' });
});

test('every read returns the same on a follower as on the leader, and on a newly started follower too', async () => {
  withdrawn = await withdrawSome(alice);
  staked = await stakeSome(alice);
  const position = await trade(3);
  const second = await startFollower();
  for (const server of [follower, second]) {
    for (const [key, query] of Object.entries(queries) as [KeyOf<'GET'>, () => string][]) {
      if (key === 'udfTime') continue;
      // If a minute ends between the two requests, a new candle begins; then both requests are repeated.
      await eventually(async () => {
        const path = endpoints[key].path + query();
        const followed = await server.get(path, from(position, alice));
        expect(followed.status, key).toBe(200);
        expect(still(followed.body), key).toEqual(still((await leader.get(path, from(position, alice))).body));
      });
    }
    expect(Math.abs((await server.get('/api/v3/time')).body - now())).toBeLessThan(3);
  }
  await second.kill('SIGTERM');
});

test('a follower is notified immediately of who is verified and who no longer is', async () => {
  const tier = async () => (await done(follower.get(endpoints.accountLimits.path, bob.headers))).body.tier;
  const verify = (at: string) =>
    withClient(database.url, (client) =>
      client.query(
        `update client set verified_at = ${at} from person where person.id = person_id and person.email = $1`,
        [bob.email],
      ),
    );
  expect(await tier()).toBe('Unverified');
  await verify('now()');
  await expect.poll(tier).toBe('Verified');
  await verify('null');
  await expect.poll(tier).toBe('Unverified');
});

test('the stream of a follower is identical to the leader’s, without gaps', async () => {
  const streams = await Promise.all([leader, follower].map((server) => watch(server, alice)));
  const [own, followed] = streams as [Reader, Reader];
  const position = await trade(20);
  for (const stream of streams) await stream.next('private', (update) => update.position >= position);
  const book = (await leader.get(`/api/v3/recent-trades?name=${MARKET}`)).body;
  const last = (await leader.get(`/api/v3/market-trades?name=${MARKET}&limit=1`)).body;
  for (const stream of streams) {
    await eventually(() => expect(rebuiltBook(stream).asks.length).toBe(book.asks.length));
    await eventually(() => expect(rebuiltBook(stream)).toEqual(rebuiltBook(own)));
    await eventually(() => expect(tape(stream).at(-1)?.id).toBe(tape(own).at(-1)?.id));
  }
  expect(followed.all('private_snapshot')[0]).toEqual(own.all('private_snapshot')[0]);
  expect(followed.all('private')).toEqual(own.all('private'));
  expect(tape(followed)).toEqual(tape(own));
  expect(tape(followed).map(({ id }) => id)).toEqual(tape(own).map((_, index) => (tape(own)[0]?.id ?? 0) + index));
  expect(tape(followed).length).toBeGreaterThanOrEqual(20);
  expect(JSON.stringify(last)).toContain(tape(followed).at(-1)?.px);
  const ticker = ({ messages }: Reader) => messages.findLast((message) => message.type === 'tickers');
  await eventually(() => expect(ticker(followed)).toEqual(ticker(own)));
  for (const stream of streams) stream.socket.terminate();
});

async function watch(server: ServerProcess, { headers }: Client): Promise<Reader> {
  const reader = await new Reader(server.streamUrl, headers).open();
  for (const channel of ['book', 'trades']) reader.send({ op: 'subscribe', channel, name: MARKET });
  for (const channel of ['tickers', 'private']) reader.send({ op: 'subscribe', channel });
  await reader.next('private_snapshot');
  return reader;
}

const tape = (reader: Reader) => reader.all('trades').flatMap(({ trades }) => trades);

test('a session that ends on one server ends on the other immediately', async () => {
  for (const [one, other] of [
    [leader, follower],
    [follower, leader],
  ] as const) {
    const session = { email: alice.email, headers: await signIn(one, alice.email) };
    expect((await other.get('/api/v3/wallets/spot', session.headers)).status).toBe(200);
    const stream = await watch(other, session);
    await done(one.post('/api/v3/logout', {}, session.headers));
    await stream.next('signed_out');
    const { status, body } = await other.get('/api/v3/wallets/spot', session.headers);
    expect({ status, code: body.code }).toEqual({ status: 401, code: 'session_expired' });
    stream.socket.terminate();
  }
});

test('a sign-in from a new device at a follower is reported by email', async () => {
  const login = { username: alice.email, password: PASSWORD };
  await done(follower.post('/api/v3/login', login, { 'user-agent': 'a browser never seen' }));
  await eventually(async () => {
    const [mail] = (await done(leader.get(`/sandbox/messages?to=${alice.email}`))).body;
    expect(mail.subject).toBe('New sign-in to your Vitrine account');
  });
});

test('a wallet that is not connected yet is connected by signing in at a follower', async () => {
  const wallet = privateKeyToAccount(generatePrivateKey());
  const signIn = async (): Promise<TestResponse> => {
    const nonce = await done(leader.post('/api/v3/web3-nonce', {}, { origin: leader.url }));
    const { domain, uri, chain_id, nonce: text, issued_at, expires_at } = nonce.body;
    const message = createSiweMessage({
      address: wallet.address,
      domain,
      uri,
      version: '1',
      chainId: chain_id,
      nonce: text,
      issuedAt: new Date(issued_at),
      expirationTime: new Date(expires_at),
    });
    const form = { username: wallet.address, message, signature: await wallet.signMessage({ message }) };
    return done(leader.post('/api/v3/web3-login', form, { origin: leader.url, cookie: nonce.cookies.join('; ') }));
  };
  const unknown = await signIn();
  expect(unknown.body.message).toBe('UNKNOWN_ACCOUNT');
  const credentials = { username: bob.email, password: PASSWORD, connect: 'wallet' };
  const headers = { origin: follower.url, cookie: unknown.cookies.join('; ') };
  await done(follower.post('/api/v3/login', credentials, headers));
  expect((await signIn()).body.client).toMatchObject({ email: bob.email });
});

/** The fingerprints once the leader's duties have caught up. */
async function tablesAtRest(): Promise<Awaited<ReturnType<typeof fingerprints>>> {
  for (let before = await fingerprints(database.url); ; ) {
    await sleep(1_500);
    const after = await fingerprints(database.url);
    if (isDeepStrictEqual(before, after) && (await hasReported())) return after;
    before = after;
  }
}

/** Whether the leader has looked for refused orders up to the newest entry, which it does every five seconds. */
const hasReported = (): Promise<boolean> =>
  withClient(database.url, async (client) => {
    const { rows } = await client.query<{ done: boolean }>(
      'select r.position = p.position as done from reported_orders r, projector_position p',
    );
    return rows.every(({ done }) => done);
  });

test('a follower refuses every command and changes nothing', async () => {
  let changed = await changedBy(() => refuseEvery(0));
  // Duties of the leader may have changed something meanwhile; what the follower changes, it changes every time.
  for (let round = 1; changed.length > 0 && round <= 4; round += 1) {
    const again = await changedBy(() => refuseEvery(round));
    changed = changed.filter((table) => again.includes(table));
  }
  expect(changed).toEqual([]);
});

/** The names of the tables that differ after `work`, and 'core' if the core's state does. */
async function changedBy(work: () => Promise<void>): Promise<string[]> {
  const before: Record<string, unknown> = { core: await sameState(), ...(await tablesAtRest()) };
  await work();
  const after: Record<string, unknown> = { core: await sameState(), ...(await fingerprints(database.url)) };
  return Object.keys(after).filter((table) => !isDeepStrictEqual(before[table], after[table]));
}

async function refuseEvery(round: number): Promise<void> {
  for (const [key, body] of Object.entries(commands) as [keyof typeof commands, () => object][]) {
    const endpoint: Endpoint = endpoints[key];
    const headers = { ...alice.headers, 'idempotency-key': `refused-${key}-${round}` };
    const answer = await follower.post(endpoint.path, body(), headers);
    expect({ status: answer.status, code: answer.body.code }, key).toEqual({ status: 503, code: 'unavailable' });
    if (!endpoint.compatGet) continue;
    const fields = new URLSearchParams(body() as Record<string, string>);
    const got = await follower.get(`${endpoint.path}?${fields}`, alice.headers);
    expect({ status: got.status, code: got.body.code }, key).toEqual({ status: 503, code: 'unavailable' });
  }
}

test('a follower does not serve the console, not even reads, whose sessions and audit trail it would have to write', async () => {
  const calls = Object.values(endpoints as Record<string, Endpoint>).filter(({ access }) => access === 'staff');
  expect(calls.length).toBeGreaterThan(50);
  for (const { method, path } of calls) {
    const { status, body } = await (method === 'GET' ? follower.get(path) : follower.post(path, {}));
    expect({ status, code: body.code }, path).toEqual({ status: 503, code: 'unavailable' });
  }
});

test('a follower’s metrics show how far it lags behind', async () => {
  const { position } = (await leader.get('/api/v3/system')).body;
  const read = async () => (await follower.get('/metrics')).body;
  const valueIn = (metrics: string, name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1]);
  await expect.poll(async () => valueIn(await read(), 'vitrine_log_position')).toBe(position);
  await expect.poll(async () => valueIn(await read(), 'vitrine_behind_seconds')).toBeLessThan(1);
  const metrics = await read();
  const value = (name: string) => valueIn(metrics, name);
  expect(value('vitrine_ready')).toBe(1);
  expect(value('vitrine_commit_seconds_count')).toBeGreaterThan(0);
});

test('a follower continues while a killed leader restarts, and catches up', async () => {
  const stream = await watch(follower, alice);
  const trading = trade(1_000).catch(() => undefined);
  await stream.next('private', ({ fills }) => fills.length > 0);
  await leader.kill('SIGKILL');
  await trading;
  expect((await follower.get('/readyz')).status).toBe(200);
  const orphaned = await done(follower.get('/api/v3/wallets/spot', from(acknowledged, alice)));
  // A follower that starts now must read from the log everything that the read models still lack.
  const late = await startFollower();
  for (const path of ['/api/v3/ledger-sums', '/api/v3/all-pairs', `/api/v3/market-trades?name=${MARKET}`])
    await eventually(async () => expect((await late.get(path)).body).toEqual((await follower.get(path)).body));
  const open = async (server: ServerProcess) => (await server.get('/api/v3/trades/open-orders', alice.headers)).body;
  expect(await open(late)).toEqual(await open(follower));
  await late.kill('SIGTERM');

  leader = await startLeader();
  expect((await done(leader.get('/api/v3/wallets/spot', alice.headers))).body.wallet).toEqual(orphaned.body.wallet);
  for (const client of [alice, bob])
    await order(client, { ...bid('0.00001', '1.0'), transaction_password: PASSWORD, remember: true }).catch(() => {});
  const position = await trade(5);
  await stream.next('private', (update) => update.position >= position);
  const numbers = tape(stream).map(({ id }) => id);
  expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
  rebuiltBook(stream);
  stream.socket.terminate();
  expect((await sameState()).position).toBeGreaterThanOrEqual(position);
});

test('a follower that cannot read the log returns 503 instead of stale data, and recovers automatically', async () => {
  await leader.kill('SIGTERM');
  const name = new URL(database.url).pathname.slice(1);
  const server = new URL(database.url);
  server.pathname = '/postgres';
  await withClient(server.href, async (client) => {
    await client.query(`alter database ${name} allow_connections false`);
    await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
  });
  const visitor = () => follower.get('/api/v3/all-pairs');
  await eventually(async () => expect((await visitor()).body.code).toBe('unavailable'));
  expect((await follower.get('/readyz')).status).toBe(503);
  expect((await follower.get('/healthz')).status).toBe(200);
  expect((await follower.get('/metrics')).body).toMatch(/^vitrine_ready 0$/m);
  await withClient(server.href, (client) => client.query(`alter database ${name} allow_connections true`));
  await eventually(async () => expect((await visitor()).status).toBe(200));
  expect((await follower.get('/readyz')).status).toBe(200);
});

test('orders, a halted market, a moved clock and a frozen client give the same state on the follower', async () => {
  const { url, folder, drop } = await TestExchange.installation();
  const environment = { DATABASE_URL: url, SESSION_SECRET: SECRET, DATA_DIR: folder, HOUSE: 'off' };
  const first = await TestExchange.openOn(url, folder, environment);
  const settings = readSettings({ ...environment, ROLE: 'follower' });
  const second = await openExchange(settings, url, pino({ level: 'silent' }));
  const visitor = new Caller(second);
  const { email, owner, token } = await first.client({ USDT: '1000' });
  const client = new TestClient(second, email, owner, token);
  const at = ({ position }: { position: number }) => ({ 'x-min-position': String(position) });
  expect((await client.get('/api/v3/wallets/spot')).status).toBe(200);

  for (const price of ['58000.0', '59000.0', '60000.0'])
    expect((await first.clientFrom(client).order(bid('0.001', price))).status).toBe(200);
  const halted = at(await first.submit({ kind: 'SetMarketStatus', market: 1, status: 'halted' }));
  expect((await visitor.get('/api/v3/markets', halted)).body.markets[0].status).toBe('halted');
  const moved = at(await first.submit({ kind: 'AdvanceClock', byMs: 86_400_000 }));
  expect((await visitor.get('/api/v3/system', moved)).status).toBe(200);
  expect(Math.abs(second.services.clock() - first.services.clock())).toBeLessThan(1_000);
  const frozen = at(await first.submit({ kind: 'FreezeOwner', owner }));
  await visitor.get('/api/v3/system', frozen);
  const { body } = await client.get('/api/v3/wallets/spot');
  expect(['account_frozen', 'session_expired']).toContain(body.code);
  expect(second.services.core.position).toBe(first.services.core.position);
  expect(second.services.core.stateHash()).toBe(first.services.core.stateHash());

  await second.close();
  await first.close();
  await drop();
});

test('a follower without a leader’s database or secret does not start, and writes nothing', async () => {
  expect(await ServerProcess.refusal({ ROLE: 'follower', DATA_DIR: dataDir })).toBe(
    'Correct these settings and start again: DATABASE_URL is missing; SESSION_SECRET is missing.\n',
  );
  const empty = await createTestDatabase();
  const said = await ServerProcess.refusal({ ...leaderSettings(), ROLE: 'follower', DATABASE_URL: empty.url });
  expect(said).toMatch(/is not ready for a follower of this release: start the leader first/);
  expect(await fingerprints(empty.url)).toEqual({});
  await empty.drop();
});
