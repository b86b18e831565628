import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  type Endpoint,
  type EndpointKey,
  type ErrorCode,
  endpoints,
  type QueryOf,
} from '@vitrine/contract';
import { assetUnits } from '@vitrine/money';
import { eventually } from '@vitrine/tools/eventually';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentTotpCode } from '../auth/factors/totp.ts';
import { photoBytes } from '../kyc/testing/photos.ts';
import { newHold } from '../rewards/testing/befriend.ts';
import {
  approval,
  dailyTerms,
  newLockedStake,
  newPlan,
  newStake,
  openFuturesOrder,
  rental,
  type Scene,
} from '../testing/scene.ts';
import { PASSWORD, type TestClient, TestExchange, type TestStaff } from '../testing/test-exchange.ts';
import { approveAbove, saveLongAgo, withdraw } from '../testing/withdraw.ts';

/** Names of fields that identify an object that belongs to someone. */
type IdName = 'id' | 'uid' | 'photo' | 'address' | 'cursor' | 'before' | 'up_to' | `${string}_id`;
type Endpoints = typeof endpoints;
type FieldOf<K extends EndpointKey> = keyof (QueryOf<Endpoints[K]> & BodyOf<Endpoints[K]>);
type KeyWithId = { [K in EndpointKey]: [Extract<FieldOf<K>, IdName>] extends [never] ? never : K }[EndpointKey];

/** The objects of a client who owns one of each kind. Another client knows all their ids. */
interface Things {
  readonly owner: TestClient;
  readonly uid: string;
  readonly order: string;
  readonly futuresOrder: string;
  /** Cursors for the second pages of the client's orders and statement. */
  readonly ordersCursor: string;
  readonly earnCursor: string;
  readonly statementCursor: string;
  /** Cursors for the second pages of lists that can be paged in both directions. */
  readonly buysCursor: string;
  readonly sellsCursor: string;
  readonly ledgerCursor: string;
  readonly swapsCursor: string;
  /**
   * A quote, a pending limit conversion, and the cursors for the second pages of pending and of executed conversions.
   */
  readonly quote: string;
  readonly limitConvert: string;
  readonly limitsCursor: string;
  readonly convertsCursor: string;
  /** A flexible stake, and a locked one that is newer. */
  readonly stake: number;
  readonly lockedStake: number;
  readonly rental: number;
  /** An auto-invest plan. */
  readonly plan: number;
  readonly session: string;
  readonly passkey: string;
  readonly wallet: string;
  readonly notice: string;
  readonly event: string;
  /** The client's support message, and a picture attached to it. */
  readonly message: string;
  readonly attachment: string;
  /** A pending withdrawal, and the saved address that it goes to. */
  readonly withdrawal: number;
  readonly savedAddress: number;
  /** A purchase that is not completed. */
  readonly purchase: number;
  /** A restriction on the client. */
  readonly restriction: number;
  /** A hold on what a referral pays to the client. */
  readonly hold: number;
  /** A member of staff, with a session and a passkey. */
  readonly member: TestStaff;
  readonly memberSession: string;
  readonly memberPasskey: string;
  /** An approval that the staff member requested. */
  readonly approval: number;
}

type Attempt =
  | {
      /** The fields of a call: the ids are the owner's, the passwords the caller's. */
      readonly fields: (things: Things) => object | Promise<object>;
      /** The expected error, or the names of the lists in a 200 response that must be empty. */
      readonly outcome: ErrorCode | { readonly nothingIn: readonly string[] } | 'done with the caller’s own';
    }
  /** Why a caller may use someone else's id here. */
  | { readonly openBecause: string };

const WALLET = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const publicFigures: Attempt = { openBecause: 'a time in public data' };
const forStaff: Attempt = { openBecause: 'staff may work on any client or colleague, within their roles' };
const ownPassword = { password: PASSWORD };

/** A plan that has had a run. */
async function planWithRun(owner: TestClient): Promise<number> {
  const plan = await newPlan({ exchange, client: owner } as Scene);
  await exchange.query(
    `insert into auto_runs (plan_id, owner, slot_ms, drafted_ms, units, missed, state, reason, epoch, stakes, stake_units)
     values ($1, $2, 0, 0, 1, 0, 'skipped', 'balance', 0, '{}', '{}')`,
    [plan, owner.owner],
  );
  return plan;
}

/** Every call that takes an id. */
const attempts: Readonly<Record<KeyWithId, Attempt>> = {
  depositHistory: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  candles: publicFigures,
  addFavorite: { openBecause: 'the id of a coin, which everybody may star' },
  removeFavorite: { openBecause: 'the id of a coin; only the caller’s own star is removed' },
  clients: { fields: ({ uid }) => ({ client_id: uid }), outcome: 'not_yours' },
  pairs: { fields: ({ uid }) => ({ client_id: uid }), outcome: 'not_yours' },
  updateProfile: { fields: ({ uid }) => ({ client_id: uid, name: 'Somebody Else' }), outcome: 'not_yours' },
  removePasskey: { fields: ({ passkey }) => ({ id: passkey, ...ownPassword }), outcome: 'passkey_unknown' },
  connectWallet: {
    fields: ({ uid, wallet }) => ({ uid, web3_wallet: wallet, message: 'x', signature: '0x00', ...ownPassword }),
    outcome: 'not_yours',
  },
  disconnectWallet: { fields: ({ wallet }) => ({ address: wallet, ...ownPassword }), outcome: 'connection_unknown' },
  notifications: { fields: ({ notice }) => ({ cursor: notice }), outcome: { nothingIn: ['notifications'] } },
  readNotifications: { fields: ({ notice }) => ({ up_to: Number(notice) }), outcome: 'done with the caller’s own' },
  securityEvents: { fields: ({ event }) => ({ before: Number(event) + 1 }), outcome: { nothingIn: ['events'] } },
  endSession: { fields: ({ session }) => ({ session_id: session }), outcome: 'unknown_session' },
  cancelOrder: { fields: ({ order }) => ({ order_id: order }), outcome: 'unknown_order' },
  amendOrder: {
    fields: ({ order }) => ({ order_id: order, number_of_order: '0.001', transaction_password: PASSWORD }),
    outcome: 'unknown_order',
  },
  cancelFuturesOrder: { fields: ({ futuresOrder }) => ({ order_id: futuresOrder }), outcome: 'unknown_order' },
  futuresOpenOrders: {
    fields: ({ futuresOrder }) => ({ cursor: String(Number(futuresOrder) + 1) }),
    outcome: { nothingIn: ['orders'] },
  },
  futuresOrderHistory: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  futuresTradeHistory: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  positionHistory: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  fundingPayments: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  ownLiquidations: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  futuresLiquidations: { openBecause: 'public data' },
  fundingHistory: { openBecause: 'public data' },
  markHistory: { openBecause: 'public data' },
  indexHistory: { openBecause: 'public data' },
  closeFuture: { fields: () => ({ future_id: '1001-long' }), outcome: 'no_position' },
  placeFuturesOrder: { openBecause: 'a client’s own name for an order; others may use the same name' },
  openOrders: { fields: ({ order }) => ({ cursor: String(Number(order) + 1) }), outcome: { nothingIn: ['orders'] } },
  orderHistory: { fields: ({ ordersCursor }) => ({ cursor: ordersCursor }), outcome: { nothingIn: ['orders'] } },
  tradeHistory: { fields: ({ order }) => ({ order_id: order }), outcome: { nothingIn: ['trades'] } },
  buyHistory: { fields: ({ buysCursor }) => ({ cursor: buysCursor }), outcome: { nothingIn: ['buy'] } },
  sellHistory: { fields: ({ sellsCursor }) => ({ cursor: sellsCursor }), outcome: { nothingIn: ['sell'] } },
  ledger: { fields: ({ ledgerCursor }) => ({ cursor: ledgerCursor }), outcome: { nothingIn: ['lines'] } },
  movementHistory: {
    fields: ({ swapsCursor }) => ({ kind: 'transfer', cursor: swapsCursor }),
    outcome: { nothingIn: ['swaps'] },
  },
  autoInvestPlans: { fields: ({ plan }) => ({ cursor: String(plan + 1) }), outcome: { nothingIn: ['plans'] } },
  autoInvestHistory: { fields: ({ plan }) => ({ plan_id: plan }), outcome: { nothingIn: ['runs'] } },
  editAutoInvestPlan: {
    fields: ({ plan }) => ({ ...dailyTerms, plan_id: plan, version: 1 }),
    outcome: 'unknown_plan',
  },
  pauseAutoInvestPlan: { fields: ({ plan }) => ({ plan_id: plan, paused: true }), outcome: 'unknown_plan' },
  removeAutoInvestPlan: { fields: ({ plan }) => ({ plan_id: plan }), outcome: 'unknown_plan' },
  earnStore: { openBecause: 'the id of a product, which everybody may subscribe to' },
  dualSubscribe: { openBecause: 'the id of an offer, which everybody may subscribe to' },
  dualInvestments: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  earnRedeem: { fields: ({ stake }) => ({ stake_id: stake }), outcome: 'unknown_stake' },
  earnAutoRenew: { fields: ({ lockedStake }) => ({ stake_id: lockedStake, on: true }), outcome: 'unknown_stake' },
  stake: { fields: ({ lockedStake }) => ({ cursor: String(lockedStake) }), outcome: { nothingIn: ['earnStaking'] } },
  earnTransactions: {
    fields: ({ earnCursor }) => ({ cursor: earnCursor }),
    outcome: { nothingIn: ['transaction'] },
  },
  minings: { fields: ({ rental }) => ({ cursor: String(rental + 1) }), outcome: { nothingIn: ['miners'] } },
  rentMiner: { openBecause: 'the id of a miner, which everybody may rent' },
  stakeUnlockQuote: { fields: ({ lockedStake }) => ({ stake_id: lockedStake }), outcome: 'unknown_stake' },
  stakeUnlock: {
    fields: ({ lockedStake }) => ({ stake_id: lockedStake, quote_id: `${lockedStake}-0`, accepted: true }),
    outcome: 'unknown_stake',
  },
  convertQuoted: {
    fields: ({ quote }) => ({ quote_id: quote, transaction_password: PASSWORD }),
    outcome: 'quote_unknown',
  },
  capturePayment: { fields: ({ purchase }) => ({ purchase_id: purchase }), outcome: 'unknown_purchase' },
  claimAirdropTask: { openBecause: 'the id of a task, which every client may do' },
  claimTask: { openBecause: 'the id of a task, which every client may do' },
  consoleAskForTask: forStaff,
  consoleCancelRewardFunding: forStaff,
  consoleDenyHold: forStaff,
  consoleAskToReleaseHold: forStaff,
  consoleWithdrawDualOffer: forStaff,
  consoleAskForMiner: forStaff,
  consolePauseEarn: forStaff,
  consoleAskToEndEarnProduct: forStaff,
  consoleAskToFundEarn: forStaff,
  consoleAskToReturnEarn: forStaff,
  getReferral: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  pointHistory: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  purchaseHistory: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  cancelLimitConvert: { fields: ({ limitConvert }) => ({ order_id: limitConvert }), outcome: 'unknown_order' },
  limitConverts: { fields: ({ limitsCursor }) => ({ cursor: limitsCursor }), outcome: { nothingIn: ['orders'] } },
  convertHistory: {
    fields: ({ convertsCursor }) => ({ cursor: convertsCursor }),
    outcome: { nothingIn: ['converts'] },
  },
  statement: { fields: ({ statementCursor }) => ({ cursor: statementCursor }), outcome: { nothingIn: ['lines'] } },
  placeOrder: { openBecause: 'a client’s own name for an order; others may use the same name' },
  sandboxRefunds: { openBecause: 'the sandbox’s payment provider refunds any order that is named' },
  sandboxDeposits: { openBecause: 'the sandbox gives funds to anyone who is named' },
  cancelWithdrawal: { fields: (things) => ({ withdrawal_id: things.withdrawal }), outcome: 'unknown_withdrawal' },
  withdrawal: { fields: (things) => ({ withdrawal_id: things.withdrawal }), outcome: 'unknown_withdrawal' },
  withdrawalHistory: { openBecause: 'the cursor only says where to continue in the caller’s own list' },
  renameAddress: {
    fields: ({ savedAddress }) => ({ address_id: savedAddress, label: 'x', transaction_password: PASSWORD }),
    outcome: 'unknown_address',
  },
  removeAddress: {
    fields: ({ savedAddress }) => ({ address_id: savedAddress, transaction_password: PASSWORD }),
    outcome: 'unknown_address',
  },
  sendAddressCode: { openBecause: 'an external address, which anyone may save' },
  saveAddress: { openBecause: 'an external address, which anyone may save' },
  consoleEndSession: { fields: ({ memberSession }) => ({ id: memberSession }), outcome: 'not_found' },
  supportMessages: { fields: ({ message }) => ({ cursor: message }), outcome: { nothingIn: ['messages'] } },
  readSupportMessages: { fields: ({ message }) => ({ up_to: Number(message) }), outcome: 'done with the caller’s own' },
  supportAttachment: { fields: ({ attachment }) => ({ id: attachment }), outcome: 'unknown_attachment' },
  consoleAnswerVisitor: forStaff,
  consoleVisitorChat: forStaff,
  consoleVisitorReply: forStaff,
  consoleVisitorSeen: forStaff,
  consoleVisitorAssign: forStaff,
  consoleVisitorClose: forStaff,
  promotionPicture: { openBecause: 'promotions are public' },
  consolePublishPromotion: forStaff,
  consoleEditPromotion: forStaff,
  consoleWithdrawPromotion: forStaff,
  newsItem: { openBecause: 'news for everyone, or for an audience that the tests of news cover' },
  newsPicture: { openBecause: 'the same as the news that shows it' },
  coinIcon: { openBecause: 'icons of coins are public' },
  makeObjection: {
    fields: ({ restriction }) => ({ restriction_id: restriction, text: 'I appeal against this.' }),
    outcome: 'unknown_restriction',
  },
  objectToHold: {
    fields: ({ hold }) => ({ hold_id: hold, text: 'We are two people.' }),
    outcome: 'unknown_hold',
  },
  // The session belongs to a member of staff, not to the named client.
  consoleEndClientSessions: {
    fields: ({ uid, memberSession }) => ({ uid, session_id: memberSession, reason: 'a test' }),
    outcome: 'unknown_session',
  },
  consoleApproveWithdrawal: forStaff,
  consoleRefuseWithdrawal: forStaff,
  consolePayAgain: forStaff,
  consoleGiveBack: forStaff,
  consoleBlockAddress: forStaff,
  consoleUnblockAddress: forStaff,
  consolePurchases: forStaff,
  consoleWithdrawals: forStaff,
  consoleAskPaypal: forStaff,
  consoleTakeBackPurchase: forStaff,
  consoleSettlePurchase: forStaff,
  consoleClient: forStaff,
  consoleAskToClosePosition: forStaff,
  revealClientField: forStaff,
  consoleSetRestriction: forStaff,
  consoleEndRestriction: forStaff,
  consoleRenewRestriction: forStaff,
  consoleAssignObjection: forStaff,
  consoleAnswerObjection: forStaff,
  consoleNewsVersions: forStaff,
  consoleNewsPicture: forStaff,
  consoleCoinIcon: forStaff,
  consoleEditNews: forStaff,
  consoleWithdrawNews: forStaff,
  consoleSupportThread: forStaff,
  consoleSupportAttachment: forStaff,
  consoleSupportSeen: forStaff,
  consoleSupportReply: forStaff,
  consoleSupportAssign: forStaff,
  consoleSupportClose: forStaff,
  consoleSupportReopen: forStaff,
  consoleChangeRoles: forStaff,
  consoleDisableStaff: forStaff,
  consoleReinviteStaff: forStaff,
  // Ids of drafts are separate for each member of staff: listing-drafts.test.ts.
  consoleSaveListingDraft: { openBecause: 'another member’s id creates a draft of the caller’s own' },
  consoleDiscardListingDraft: { openBecause: 'only the caller’s own draft is discarded' },
  consoleAskForMarket: { openBecause: 'only the caller’s own draft ends' },
  consoleAskForPerpetual: { openBecause: 'only the caller’s own draft ends' },
  consoleApprovals: forStaff,
  consoleApprove: forStaff,
  consoleRefuse: forStaff,
  consoleWithdraw: { fields: ({ approval }) => ({ id: approval }), outcome: 'not_yours' },
  consoleAudit: forStaff,
  kycCase: forStaff,
  kycPhoto: forStaff,
  decideKyc: forStaff,
  consoleRemovePasskey: {
    fields: async ({ memberPasskey }) => ({ id: memberPasskey, code: await currentTotpCode(colleague.totpSecret) }),
    outcome: 'not_found',
  },
};

let exchange: TestExchange;
let things: Things;
let stranger: TestClient;
let colleague: TestStaff;

beforeAll(async () => {
  exchange = await TestExchange.open();
  things = await ownThings();
  // The stranger signs up after the owner, so that all objects of the stranger are newer than the owner's.
  stranger = await exchange.client();
  colleague = await exchange.staff('administrator');
});
afterAll(() => exchange.close());

async function ownThings(): Promise<Things> {
  const owner = await exchange.client({ USDT: '1000', BTC: '1' });
  const member = await exchange.staff('administrator');
  const { access, notices, staff } = exchange.services;
  const order = { delegate_type: 'SELL', trade_type: 'limit', order_per_unit: '70000.0', number_of_order: '0.01' };
  for (const _ of ['two', 'orders that have ended']) {
    const bid = { ...order, delegate_type: 'BUY', order_per_unit: '60000.0' };
    for (const _ of ['two', 'buys']) {
      const { order_id } = (await owner.order(bid)).body;
      await owner.post(endpoints.cancelOrder.path, { order_id });
      await moveBetweenWallets(owner.owner);
    }
    const { order_id } = (await owner.order(order)).body;
    await owner.post(endpoints.cancelOrder.path, { order_id });
  }
  const { order_id } = (await owner.order(order)).body;
  const futuresOrder = await openFuturesOrder({ exchange, client: owner } as Scene);

  const purchase = (await owner.post('/api/v3/paypal/payment', { amount: '100' })).body.purchase_id;
  const savedAddress = await saveLongAgo(exchange, owner);
  // The withdrawal waits for an operator, so that its state does not change in the meantime.
  await approveAbove(exchange, '10');
  const { withdrawal_id } = (await withdraw(exchange, owner)).body;

  const { quote, limitConvert } = await conversionsOf(owner);
  const person = await personOf(owner);
  await addPasskey('passkey', 'person_id', person);
  await addPasskey('staff_passkey', 'staff_id', member.id);
  await access.connections.add(person, { provider: 'wallet', subject: WALLET, label: WALLET });
  await notices.add(owner.owner, 'new_sign_in');
  const attachment = { name: 'receipt.jpg', upload_id: await owner.upload('attachment', await photoBytes()) };
  const written = { text: 'Where is my deposit?', reference: randomUUID(), attachment };
  const { message } = (await owner.post(endpoints.sendSupportMessage.path, written)).body;

  const everything = { 'x-min-position': String(exchange.services.core.position) };
  const get = async (key: EndpointKey, query = '') =>
    (await owner.get(`${endpoints[key].path}${query}`, everything)).body;
  const uid: string = (await get('session')).client.id;
  const terms = { uid, kind: 'withdraw', reason: 'terms_breach', rule: 'AML', days: 7 };
  const { restriction } = (await member.post(endpoints.consoleSetRestriction.path, terms)).body;
  const states = async () => (await get('withdrawalHistory')).withdraw.map(({ state }: { state: string }) => state);
  await eventually(async () => expect(await states()).toEqual(['FREEZE']));
  return {
    owner,
    uid,
    withdrawal: withdrawal_id,
    savedAddress,
    purchase,
    restriction: restriction.id,
    hold: await newHold(exchange, owner.owner),
    order: order_id,
    futuresOrder,
    ordersCursor: (await get('orderHistory', '?limit=1')).next_cursor,
    quote,
    limitConvert,
    limitsCursor: (await get('limitConverts', '?limit=1')).next_cursor,
    convertsCursor: (await get('convertHistory', '?limit=1')).next_cursor,
    plan: await planWithRun(owner),
    stake: await newStake({ exchange, client: owner } as Scene),
    lockedStake: await newLockedStake({ exchange, client: owner } as Scene),
    rental: (await owner.post(endpoints.rentMiner.path, rental)).body.rental_id,
    earnCursor: `b_${(await get('minings')).miners[0].position + 1}_0`,
    statementCursor: (await get('statement', '?limit=1')).next_cursor,
    buysCursor: (await get('buyHistory', '?limit=1')).next_cursor,
    sellsCursor: (await get('sellHistory', '?limit=1')).next_cursor,
    ledgerCursor: (await get('ledger', '?limit=1')).next_cursor,
    swapsCursor: (await get('movementHistory', '?kind=transfer&limit=1')).next_cursor,
    session: (await get('sessions')).sessions[0].id,
    passkey: (await get('passkeys')).passkeys[0].id,
    wallet: WALLET,
    notice: String((await get('notifications')).notifications[0].id),
    event: String((await get('securityEvents')).events[0].id),
    message: String(message.id),
    attachment: message.attachment.id,
    member,
    memberSession: (await staff.sessions.of(member.id))[0]?.id ?? '',
    memberPasskey: (await staff.passkeys.of(member.id))[0]?.id ?? '',
    approval: await approval({ exchange } as Scene),
  };
}

const moveBetweenWallets = (owner: number) =>
  exchange.submit({
    kind: 'Transfer',
    by: owner,
    purpose: 'between_wallets',
    legs: [
      { owner, wallet: 'spot', asset: 1, units: assetUnits(-1_000_000) },
      { owner, wallet: 'funding', asset: 1, units: assetUnits(1_000_000) },
    ],
  });
/** Two executed conversions, two pending ones, and an unused quote. */
async function conversionsOf(owner: TestClient) {
  const maker = await exchange.client({ BTC: '0.1' });
  await maker.order({ delegate_type: 'SELL', trade_type: 'limit', order_per_unit: '64500.0', number_of_order: '0.1' });
  const quoteOf = async (): Promise<string> =>
    (await owner.post(endpoints.quoteConvert.path, { from: 'USDT', to: 'BTC', amount: '20' })).body.quote_id;
  for (const _ of ['two', 'conversions']) {
    const body = { quote_id: await quoteOf(), transaction_password: PASSWORD };
    expect((await owner.post(endpoints.convertQuoted.path, body)).body.message).toBe('success');
  }
  const terms = { from: 'USDT', to: 'BTC', amount: '10', receives: '1', transaction_password: PASSWORD };
  await owner.post(endpoints.placeLimitConvert.path, terms);
  const { order_id } = (await owner.post(endpoints.placeLimitConvert.path, terms)).body;
  return { quote: await quoteOf(), limitConvert: order_id as string };
}

async function personOf({ owner }: TestClient): Promise<string> {
  const [row] = await exchange.query('select person_id from client where owner = $1', [owner]);
  return row?.person_id as string;
}

const addPasskey = (table: string, holder: string, id: string) =>
  exchange.query(
    `insert into ${table} (credential_id, ${holder}, name, public_key, counter, transports) values ($1, $2, 'A key', '', 0, '{}')`,
    [`${table} of somebody`, id],
  );

/** Everything that the attempts could change. */
async function stateOfThings() {
  const keys = [
    'openOrders',
    'futuresOpenOrders',
    'futuresPositions',
    'limitConverts',
    'stake',
    'sessions',
    'passkeys',
    'connections',
    'notifications',
    'profile',
    'funds',
    'supportMessages',
    'restrictions',
    'withdrawalHistory',
    'savedAddresses',
  ] as const;
  const answers = await Promise.all(keys.map((key) => things.owner.get(endpoints[key].path)));
  const { sessions, passkeys } = exchange.services.staff;
  return {
    ...Object.fromEntries(keys.map((key, index) => [key, { ...answers[index]?.body, position: undefined }])),
    memberSessions: (await sessions.of(things.member.id)).map(({ id }) => id),
    memberPasskeys: (await passkeys.of(things.member.id)).map(({ id }) => id),
  };
}

const closed = (Object.entries(attempts) as [KeyWithId, Attempt][]).flatMap(([key, attempt]) =>
  'outcome' in attempt ? [[key, attempt] as const] : [],
);

describe('objects of another client are inaccessible even with a known id', () => {
  test.each(closed)('%s', async (key, { fields, outcome }) => {
    const { method, path, access }: Endpoint = endpoints[key];
    const caller = access === 'staff' ? colleague : stranger;
    const before = await stateOfThings();
    const sent = await fields(things);
    expect(Object.values(sent).every((id) => id !== undefined && id !== '')).toBe(true);
    const query = new URLSearchParams(sent as Record<string, string>);
    const answer = method === 'GET' ? await caller.get(`${path}?${query}`) : await caller.post(path, sent);
    if (typeof outcome === 'string' && outcome !== 'done with the caller’s own')
      expect(answer.body).toMatchObject({ code: outcome });
    else expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    if (typeof outcome === 'object') for (const list of outcome.nothingIn) expect(answer.body[list]).toEqual([]);
    expect(await stateOfThings()).toEqual(before);
  });

  test('the ids belong to existing objects: their owner gets a different response', async () => {
    // These lists are empty even for the owner: nothing follows the owner's only notification and only message, and the
    // order has no trades.
    const isLast = new Set<EndpointKey>(['tradeHistory', 'notifications', 'supportMessages']);
    const own = closed.filter(([key]) => endpoints[key].access === 'client' && endpoints[key].method === 'GET');
    for (const [key, { fields, outcome }] of own) {
      const query = new URLSearchParams(fields(things) as Record<string, string>);
      const { status, body } = await things.owner.get(`${endpoints[key].path}?${query}`);
      expect([key, status]).toEqual([key, 200]);
      if (typeof outcome === 'object' && !isLast.has(key))
        for (const list of outcome.nothingIn) expect([key, body[list].length > 0]).toEqual([key, true]);
    }
  });
});
