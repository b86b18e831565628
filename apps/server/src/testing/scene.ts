import { totpCode } from '../auth/testing/totp-code.ts';
import { confirmIndex, offersOf } from '../earn/testing/dual-scene.ts';
import type { Instrument } from '../kit/instruments.ts';
import { PASSWORD, type TestClient, type TestExchange, type TestStaff } from './test-exchange.ts';

/** The exchange, and the callers who make the calls of calls.ts. */
export interface Scene {
  readonly exchange: TestExchange;
  /** Makes the calls of clients; has BTC and USDT. */
  readonly client: TestClient;
  /** Makes the calls of staff: an administrator. */
  readonly staff: TestStaff;
}

/** The code last sent to an address. */
export async function codeFor({ exchange }: Scene, to: string): Promise<string> {
  return (await exchange.visitor.get(`/sandbox/messages?to=${to}`)).body[0].code;
}

/** The challenge and the code that complete the sign-in of a client who has just set up an authenticator. */
export async function secondFactor({ exchange }: Scene) {
  const person = await exchange.client();
  const { key } = (await person.post('/api/v3/totp/offer', { password: PASSWORD })).body;
  await person.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) });
  const { challenge } = (await person.post('/api/v3/login', { username: person.email, password: PASSWORD })).body;
  return { challenge, code: await totpCode(key) };
}

/** The token for setting a new password, obtained with an emailed code. */
export async function resetToken(scene: Scene, email: string): Promise<string> {
  const { visitor } = scene.exchange;
  await visitor.post('/api/v3/forgot-password/send-code', { email });
  const code = await codeFor(scene, email);
  return (await visitor.post('/api/v3/forget-password-code/verify', { email, code })).body.token;
}

/** A limit order to sell at one percent above the price, so that it rests in the order book. */
export async function limitSell({ client }: Scene) {
  const { unit_price } = (await client.get('/api/v3/getOrder?symbol=BTC')).body.price;
  return {
    name: 'BTCUSDT',
    delegate_type: 'SELL',
    trade_type: 'limit',
    number_of_order: '0.01',
    order_per_unit: (Number(unit_price) * 1.01).toFixed(1),
    transaction_password: PASSWORD,
  };
}

export async function openOrder(scene: Scene): Promise<string> {
  return (await scene.client.post('/api/v2/my-order', await limitSell(scene))).body.order_id;
}

/** The ticket that the console returns for a correct password, to be presented with the second factor. */
export async function consoleTicket({ exchange, staff }: Scene): Promise<string> {
  return (await exchange.visitor.post('/api/v3/console/login', { email: staff.email, password: PASSWORD })).body.ticket;
}

export async function invitation({ exchange }: Scene): Promise<string> {
  return exchange.services.staff.members.invite(await exchange.staff('support'));
}

/** The version of the exchange's settings that a change is based on. */
export const settingsVersion = ({ exchange }: Scene) => exchange.services.exchangeSettings.version();

let limit = 2_000;
/** Withdrawal limits that no earlier call has requested. */
export const newLimits = (scene: Scene) => ({
  base_version: settingsVersion(scene),
  withdrawal_per_day: { unverified: String(limit++), verified: '9000000' },
  reason: 'a test',
});

/** A member of the treasury requests a change that a second person must approve. Returns the approval's id. */
export async function approval(scene: Scene): Promise<number> {
  const asker = await scene.exchange.staff('treasury');
  return (await asker.post('/api/v3/console/settings/ask-for-limits', newLimits(scene))).body.approval;
}

/** The UID of a client without restrictions. */
export async function newUid({ exchange }: Scene): Promise<string> {
  return (await (await exchange.client()).get('/api/v3/account-client')).body.client.id;
}

/** The id of a restriction set by a member of staff other than the caller. */
export async function newRestriction(scene: Scene): Promise<number> {
  const form = { uid: await newUid(scene), kind: 'withdraw', reason: 'funds_origin', rule: 'AML 4.2', days: 7 };
  const officer = await scene.exchange.staff('compliance');
  return (await officer.post('/api/v3/console/restrictions/set', form)).body.restriction.id;
}

/** Places a sell order, and returns a conversion that can trade with it. */
export async function smallConversion({ client, exchange }: Scene) {
  const { unit_price } = (await client.get('/api/v3/getOrder?symbol=BTC')).body.price;
  const seller = await exchange.client({ BTC: '0.01' });
  const order_per_unit = (Number(unit_price) * 1.001).toFixed(1);
  await seller.order({ delegate_type: 'SELL', trade_type: 'limit', number_of_order: '0.01', order_per_unit });
  return { from: 'USDT', to: 'BTC', amount: '20' };
}

export async function quotedConversion(scene: Scene) {
  const { quote_id } = (await scene.client.post('/api/v3/convert/quote', await smallConversion(scene))).body;
  return { quote_id, transaction_password: PASSWORD };
}

/** A limit conversion at a price at which nobody will sell. */
export const limitConversion = async () => ({
  from: 'USDT',
  to: 'BTC',
  amount: '10',
  receives: '1',
  transaction_password: PASSWORD,
});

export async function openLimitConversion({ client }: Scene): Promise<string> {
  return (await client.post('/api/v3/convert/limit-order', await limitConversion())).body.order_id;
}

/** Moves USDT to the client's futures wallet for orders in perpetual markets, unless enough is available there. */
async function fundFutures(client: TestClient): Promise<void> {
  const { body: ticket } = await client.get('/api/v3/futures/ticket?name=BTC-USDT-PERP');
  if (Number(ticket.available) > 30) return;
  const form = { coin_name: 'USDT', from: 'SPOT', to: 'FUTURE', transfer_amount: '50' };
  const { body } = await client.post('/api/v3/futures/transfer', { ...form, transaction_password: PASSWORD });
  if (body.message !== 'success') throw new Error(`the transfer was refused: ${JSON.stringify(body)}`);
}

/** A limit order to open a long position, at ten percent below the mark price. */
export async function futuresOrder({ client }: Scene) {
  await fundFutures(client);
  return {
    name: 'BTC-USDT-PERP',
    side: 'long',
    effect: 'open',
    trade_type: 'limit',
    number_of_order: '0.001',
    order_per_unit: '59814.9',
    transaction_password: PASSWORD,
  };
}

/** Halts a perpetual market and sets its minimum term. Returns the body with which a client accepts that term. */
export async function marketWithTerm({ exchange }: Scene) {
  const name = 'LINK-USDT-PERP';
  const { market } = exchange.services.instruments.byName('web', name) as Instrument;
  await exchange.submit({ kind: 'SetMarketStatus', market, status: 'halted' });
  await exchange.submit({ kind: 'SetMinimumTerm', market, days: 30 });
  return { name, minimum_term_days: 30 };
}

export async function openFuturesOrder(scene: Scene): Promise<string> {
  return (await scene.client.post('/api/v3/futures/orders', await futuresOrder(scene))).body.order_id;
}

/** Another client places an order for a short position at the mark price. Returns an order that trades with it. */
export async function offeredPosition(scene: Scene) {
  const terms = { ...(await futuresOrder(scene)), order_per_unit: '66461.0', number_of_order: '0.002' };
  await otherOrder(scene, { ...terms, side: 'short' });
  return terms;
}

/** Another client places an order for a long position at the mark price. */
export async function bidForPosition(scene: Scene): Promise<void> {
  const terms = { ...(await futuresOrder(scene)), order_per_unit: '66461.0', number_of_order: '0.005' };
  await otherOrder(scene, terms);
}

async function otherOrder({ exchange }: Scene, order: object): Promise<void> {
  const other = await exchange.client({ USDT: '100' });
  await fundFutures(other);
  await other.post('/api/v3/futures/orders', order);
}

/** Opens a long position for the client, by trading with another client. */
export async function newPosition(scene: Scene) {
  const terms = await offeredPosition(scene);
  await scene.client.post('/api/v3/futures/orders', { ...terms, time_in_force: 'IOC' });
  return { name: terms.name, side: 'long' };
}

/** A subscription to an open offer to buy BTC. */
export async function dualSubscription({ exchange }: Pick<Scene, 'exchange'>) {
  await confirmIndex(exchange);
  const offer = (await offersOf(exchange)).find(({ side, open }) => side === 'BUY_LOW' && open);
  return { offer_id: offer?.id, amount: '10', days: offer?.days, accepted: true };
}

/** A plan that buys bitcoin every day, without its kind: the terms of an edit. */
export const dailyTerms = {
  coins: [{ name: 'BTC', percent: 100 }],
  amount: '20',
  cycle: 'Daily',
  transaction_password: PASSWORD,
};
export const dailyPlan = { kind: 'single', ...dailyTerms };

/** Creates a plan, in the place of the client's others, which count toward the limit. */
export async function newPlan({ exchange, client }: Scene): Promise<number> {
  await exchange.query(`update auto_plans set state = 'stopped', next_run_ms = null, created_ms = 0 where owner = $1`, [
    client.owner,
  ]);
  return (await client.post('/api/v3/auto-invest/plans', dailyPlan)).body.plan_id;
}

/** Subscribes to the flexible USDT product, which is the first one. */
export const flexibleSubscription = { earn_id: 1, amount: '20', status: 'FLEXI_LOCK' };
const lockedSubscription = { ...flexibleSubscription, status: 'STAKE_LOCK', days: 60, accepted: true };

/** A rental of the sandbox's first miner, for 18 USDT, under its first terms. */
export const rental = { product_id: 1, version: 1, accepted: true, transaction_password: PASSWORD };

const subscribed = async ({ client }: Scene, body: object): Promise<number> =>
  (await client.post('/api/v2/earn/store', body)).body.stake_id;

export const newStake = (scene: Scene): Promise<number> => subscribed(scene, flexibleSubscription);
export const newLockedStake = (scene: Scene): Promise<number> => subscribed(scene, lockedSubscription);
