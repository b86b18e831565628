import { systemOwners } from '@vitrine/core';
import { SequencerStopped } from '@vitrine/sequencer';
import type { TestInstallation } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rewardFund } from '../kit/funds.ts';
import { inTransaction } from '../kit/postgres/transaction.ts';
import { stopDuty, type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { verify } from './testing/give-points.ts';
import { type Happening, PlainRewards, type Rates, type Task } from './testing/plain-rewards.ts';

/*
 * A year of commissions, fee credits, claims and conversions, in steps of uneven length and with kills between them,
 * compared with an independent plain computation. The two share only the rates, which the API states.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CLAIM = '/api/v3/claim/airdrop-task';
const HOLDS = '/api/v3/console/referral-holds';
const TASKS: readonly Task[] = ['checkin', 'checkin_days', 'trade_volume', 'deposit', 'verified'];

/** Who trades; `early` and `late` are friends who are verified then, and `held` one whose payments are held at first. */
const NAMES = ['market', 'inviter', 'early', 'late', 'held'] as const;
type Name = (typeof NAMES)[number];
const FRIENDS: readonly Name[] = ['early', 'late', 'held'];

let installation: TestInstallation;
let exchange: TestExchange;
let clients: Map<Name, TestClient>;
/** The first midnight of the year; a Monday. */
let start: number;
let plain: PlainRewards;
let taskIds: Map<string, number>;
/** The balances before the year, by account. */
let before: Map<string, bigint>;

const owner = (name: Name): number => (clients.get(name) as TestClient).owner;
const client = (name: Name): TestClient => clients.get(name) as TestClient;
const nameOf = (id: unknown): string => NAMES.find((name) => owner(name) === Number(id)) ?? '';
const clock = (): number => exchange.services.clock();
const assetOf = (coin: string): number => exchange.services.instruments.assetByCode(coin)?.asset as number;
const balance = (id: number, coin: string): bigint =>
  BigInt(exchange.services.core.balance(id, 'spot', assetOf(coin)).availableUnits);
const unitsOf = (text: string): bigint => BigInt(Math.round(Number(text) * 1e6));

async function open(): Promise<void> {
  exchange = await TestExchange.openOn(installation.url, installation.folder, { RATE_ORDERS_PER_SESSION: '100000' });
  // The test does the work of these duties itself, so that it happens at known times. Fees stay those of the first tier.
  for (const duty of ['rewards', 'referrals', 'fee tiers']) await stopDuty(exchange.exchange, duty);
}

beforeAll(async () => {
  installation = await TestExchange.installation();
  await open();
  clients = new Map();
  for (const name of NAMES) clients.set(name, await exchange.client({ USDT: '2000000', BTC: '20' }));
  start = Math.ceil(clock() / DAY_MS) * DAY_MS;
  while (new Date(start).getUTCDay() !== 1) start += DAY_MS;
  await to(0, 10);
  await verify(exchange, owner('inviter'));
  const { code } = (await client('inviter').get('/api/v3/get-referral')).body.referral;
  const { rewardPool, referrals } = exchange.services;
  for (const name of FRIENDS)
    await inTransaction(rewardPool, (transaction) => referrals.link(transaction, owner(name), code));
  for (const name of ['inviter', 'held'] as const)
    await exchange.query('insert into known_device (owner, device_hash) values ($1, sha256($2))', [
      owner(name),
      'a browser',
    ]);
  before = new Map(accounts().map(({ account, id, coin }) => [account, balance(id, coin)]));
  plain = new PlainRewards(await readRates(), NAMES, { early: 'inviter', late: 'inviter', held: 'inviter' });
  did({ kind: 'verified', who: 'inviter' });
  did({ kind: 'held', who: 'held' });
}, 60_000);
afterAll(async () => {
  await exchange.close();
  await installation.drop();
});

async function readRates(): Promise<Rates> {
  const { terms } = (await exchange.visitor.get('/api/v3/referral-terms')).body;
  const fees = (await client('inviter').get('/api/v3/fee-rate')).body;
  const lists = (await client('inviter').get('/api/v3/airdrop/1')).body;
  const offered: Record<string, string | number>[] = [...lists.daily, ...lists.weekly, ...lists.allTime];
  const found = offered.filter(({ rule }) => (TASKS as readonly unknown[]).includes(rule));
  expect(found).toHaveLength(TASKS.length);
  taskIds = new Map(found.map(({ rule, id }) => [String(rule), Number(id)]));
  const tasks = found.map(({ rule, point, required }) => {
    const isAmount = rule === 'deposit' || rule === 'trade_volume';
    return [rule, { points: Number(point), required: isAmount ? unitsOf(String(required)) : BigInt(required ?? 0) }];
  });
  // A percent is 10,000 parts in a million.
  const ppmOf = (percent: string) => unitsOf(percent) / 100n;
  return {
    makerPpm: ppmOf(fees.maker_rate_percent),
    takerPpm: ppmOf(fees.taker_rate_percent),
    commissionPpm: ppmOf(terms.commission_percent),
    joined: unitsOf(terms.joined_usdt),
    bonus: unitsOf(terms.bonus_usdt),
    bonusAbove: unitsOf(terms.bonus_above_usdt),
    tasks: Object.fromEntries(tasks),
  };
}

/** The accounts that take part, and what each must have gained by the plain computation. */
function accounts() {
  const paid = (kind: string) =>
    plain.payments.reduce((units, one) => (one.kind === kind ? units + one.units : units), 0n);
  const ofClient = (name: Name, coin: 'USDT' | 'BTC' | 'VIT') => ({
    account: `${name} ${coin}`,
    id: owner(name),
    coin,
    gain: () => plain.of(name)[({ USDT: 'usdt', BTC: 'btc', VIT: 'vit' } as const)[coin]],
  });
  return [
    ...NAMES.flatMap((name) => (['USDT', 'BTC', 'VIT'] as const).map((coin) => ofClient(name, coin))),
    { account: 'fund USDT', id: rewardFund, coin: 'USDT', gain: () => -paid('fee_credit') },
    { account: 'fund VIT', id: rewardFund, coin: 'VIT', gain: () => -paid('points') },
    { account: 'fees USDT', id: systemOwners.fees, coin: 'USDT', gain: () => plain.fees - paid('commission') },
  ];
}

/** Tells the plain computation what happens now. Returns the answer that it expects of the server. */
const did = (what: Happening): string => plain.add({ ...what, at: clock() });

const projected = async () =>
  expect(await exchange.services.histories.reached(exchange.services.core.position, 20_000)).toBe(true);

/** Moves the clock to this hour of a day of the year. */
async function to(day: number, hour: number): Promise<void> {
  const byMs = start + day * DAY_MS + hour * HOUR_MS - clock();
  expect(byMs).toBeGreaterThan(0);
  await exchange.submit({ kind: 'AdvanceClock', byMs: Math.round(byMs) });
}

/** Runs the duties once, in their order. */
async function runDuties(): Promise<void> {
  const { referralHolds, feeCredits, feeFolds, commissions, rewardPayments, reservations } = exchange.services;
  await projected();
  await referralHolds.run();
  await feeCredits.run();
  await feeFolds.run();
  await commissions.run();
  await reservations.run();
  await rewardPayments.run();
}
async function work(): Promise<void> {
  await runDuties();
  did({ kind: 'worked' });
}

/** Closes the exchange and opens it again, which runs the duties, too. */
async function reopen(): Promise<void> {
  await projected();
  await exchange.close();
  await open();
  clients = new Map([...clients].map(([name, one]) => [name, exchange.clientFrom(one)]));
  await work();
}

type Point = 'before' | 'after';
/** From its nth payment on, the exchange is cut off: before the payment reaches the log, or before its row is updated. */
function cutOff(nth: number, point: Point): () => number {
  const { sequencer } = exchange.services;
  const { submit } = sequencer;
  let sent = 0;
  sequencer.submit = async (command) => {
    if (command.kind !== 'Transfer' || command.purpose !== 'reward') return submit(command);
    sent += 1;
    if (sent < nth) return submit(command);
    if (sent === nth && point === 'after') await submit(command);
    throw new SequencerStopped('unknown');
  };
  return () => sent;
}
async function killWhilePaying(nth: number, point: Point): Promise<void> {
  const sent = cutOff(nth, point);
  await runDuties();
  expect(sent()).toBeGreaterThanOrEqual(nth);
  expect(await exchange.query(`select from reward_payments where state = 'chosen' limit 1`)).toHaveLength(1);
  await reopen();
}

/** Buys or sells `lots` of 0.00001 BTC at a price in tenths of a USDT, as the taker of another client's order. */
async function trade(taker: Name, side: 'BUY' | 'SELL', lots: number, maker: Name = 'market', tenths = 664_610) {
  const order = {
    trade_type: 'limit',
    number_of_order: (lots / 100_000).toFixed(5),
    order_per_unit: (tenths / 10).toFixed(1),
  };
  const other = side === 'BUY' ? 'SELL' : 'BUY';
  for (const [who, delegate_type] of [[maker, other] as const, [taker, side] as const]) {
    const { status, body } = await client(who).order({ ...order, delegate_type });
    expect([status, body.message]).toEqual([200, 'success']);
  }
  did({ kind: 'traded', maker, taker, side, coins: BigInt(lots) * 1_000n, notional: BigInt(lots * tenths) });
  await projected();
}

async function becomeVerified(who: Name): Promise<void> {
  await verify(exchange, owner(who));
  did({ kind: 'verified', who });
}

async function deposit(who: Name, amount: string): Promise<void> {
  const { status } = await exchange.visitor.post('/sandbox/deposits', {
    coin: 'USDT',
    amount,
    username: client(who).email,
  });
  expect(status).toBe(200);
  did({ kind: 'deposited', who, units: unitsOf(amount) });
  await projected();
}

/** As if the client had bought 60 USDT with a card. */
async function buy(who: Name): Promise<void> {
  await exchange.query(
    `insert into purchases (owner_id, currency, amount, charge_currency, charge, rate, price, units, state, order_id,
       created_ms, expires_ms, ended_ms)
     values ($1, 'EUR', 100, 'EUR', 100, 1, 1, 60000000, 'credited', 'of the year', $2, $2, $2)`,
    [owner(who), clock()],
  );
  did({ kind: 'bought', who, units: 60_000_000n });
}

/** As if the provider had reported that this purchase was refunded. */
async function refund(who: Name): Promise<void> {
  await exchange.query(
    `insert into payment_concerns (purchase_id, kind, outside_id, amount, detail, reported_ms, raised_ms)
     select purchase_id, 'refunded', 'a refund', 100, '', $2, $2 from purchases where owner_id = $1`,
    [owner(who), clock()],
  );
  did({ kind: 'refunded', who });
}

async function releaseHold(): Promise<void> {
  const [first, second] = [await exchange.staff('compliance'), await exchange.staff('compliance')];
  const { id } = (await client('held').get('/api/v3/get-referral')).body.referral.own_hold;
  const asked = await first.post(`${HOLDS}/release`, { id, answer: 'That explains it', reason: 'A family' });
  const approval = { id: asked.body.approval, reason: 'So it is' };
  const { body } = await second.post('/api/v3/console/approvals/approve', approval);
  expect(body.approval.state).toBe('done');
  did({ kind: 'released', who: 'held' });
}

async function claim(who: Name, task: Task, answer: string): Promise<void> {
  const { status, body } = await client(who).post(CLAIM, { id: taskIds.get(task) });
  expect([task, status === 200 ? body.message : body.code]).toEqual([task, answer]);
  expect([task, did({ kind: 'claimed', who, task })]).toEqual([task, answer]);
}

async function convert(who: Name, answer: string): Promise<void> {
  const { status, body } = await client(who).post('/api/v3/convert', {});
  expect(status === 200 ? body.message : body.code).toBe(answer);
  expect(did({ kind: 'converted', who })).toBe(answer);
}

/** Kills the exchange while it pays a conversion. The same call, repeated afterwards, returns the one conversion. */
async function convertWithKill(who: Name, point: Point): Promise<void> {
  const call = () => client(who).post('/api/v3/convert', {}, { 'idempotency-key': `${who}-${point}` });
  cutOff(1, point);
  expect((await call()).status).toBeGreaterThanOrEqual(500);
  expect(did({ kind: 'converted', who })).toBe('success');
  await reopen();
  const { points } = plain.payments.findLast((one) => one.kind === 'points') as { readonly points: number };
  expect((await call()).body).toMatchObject({ message: 'success', points });
}

const sorted = (rows: readonly (readonly unknown[])[]): string[] => rows.map((row) => JSON.stringify(row)).sort();

/** Payments, with their days; what is paid back is summed by day, because it may take several payments. */
async function comparePayments(): Promise<void> {
  const rows = await exchange.query(
    `select owner, kind, from_friend, chosen_ms / ${DAY_MS} as day, sum(units) as units, coalesce(sum(points), 0) as points
     from reward_payments
     group by owner, kind, from_friend, day, case when kind <> 'fee_credit' then payment_id end`,
  );
  const paid = rows.map(({ owner, kind, from_friend, day, units, points }) => [
    ...[kind, nameOf(owner), nameOf(from_friend), Number(day)],
    ...[String(units), Number(points)],
  ]);
  expect(sorted(paid)).toEqual(
    sorted(plain.payments.map((one) => [one.kind, one.who, one.friend, one.day, String(one.units), one.points])),
  );
  // Each is one entry of the log, of the same day.
  const wrong = await exchange.query(
    `select payment_id from reward_payments p where state <> 'paid'
       or (select array_agg(array[owner_id, units] order by line) from money_records
             where purpose = 'reward' and record = payment_id and state = 'posted' and asset_id = p.asset_id
               and position = p.position and time_ms / ${DAY_MS} = chosen_ms / ${DAY_MS})
         is distinct from array[array[case account when 'fees' then $1::bigint else $2::bigint end, -units], array[owner, units]]
       or (select count(distinct position) from money_records where purpose = 'reward' and record = payment_id) <> 1
     union all select record from money_records where purpose = 'reward'
       and record not in (select payment_id from reward_payments)`,
    [systemOwners.fees, rewardFund],
  );
  expect(wrong).toEqual([]);
}

async function compareCredits(): Promise<void> {
  const rows = await exchange.query(`select *, created_ms / ${DAY_MS} as day from fee_credits where owner = any($1)`, [
    NAMES.map(owner),
  ]);
  const credits = rows.map(({ owner, friend, cause, day, units, revoked_units, state }) => [
    ...[nameOf(owner), nameOf(friend), cause, Number(day)],
    ...[String(units), String(revoked_units), state === 'granted'],
  ]);
  expect(sorted(credits)).toEqual(
    sorted(
      plain.credits.map((one) => [
        ...[one.who, one.friend, one.cause, one.day],
        ...[String(one.units), String(one.revoked), one.isGranted],
      ]),
    ),
  );
}

async function comparePoints(): Promise<void> {
  const rows = await exchange.query(
    `select *, at_ms / ${DAY_MS} as day from point_entries where owner = any($1) order by entry_id`,
    [NAMES.map(owner)],
  );
  expect(rows.map((row) => [nameOf(row.owner), Number(row.day), Number(row.points), Number(row.balance)])).toEqual(
    plain.entries.map(({ who, day, points, balance }) => [who, day, points, balance]),
  );
}

/** What the fund has promised: the rest of the credits, and the points that have a reservation. */
async function comparePromises(): Promise<void> {
  const people = [...plain.people.values()];
  const credits = people.reduce((units, { credit }) => units + credit, 0n);
  const points = people.reduce((all, { reserved }) => all + reserved, 0);
  for (const [coin, promised] of [['USDT', credits] as const, ['VIT', BigInt(points) * 10_000n] as const]) {
    const budget = await exchange.services.rewardFund.budget(assetOf(coin));
    const spent = (before.get(`fund ${coin}`) ?? 0n) - balance(rewardFund, coin);
    expect([coin, BigInt(budget.promised), BigInt(budget.paid)]).toEqual([coin, promised, spent]);
  }
}

/** What the pages of the inviter and of the friends show. */
async function comparePages(): Promise<void> {
  const text = (units: bigint) => `${units / 1_000_000n}.${String(units % 1_000_000n).padStart(6, '0')}`;
  const whole = (units: bigint) => text(units - (units % 1_000_000n));
  for (const name of ['inviter', ...FRIENDS] as const) {
    const { used, credit } = plain.of(name);
    const waiting = plain.credits.reduce(
      (units, one) => (one.who === name && !one.isGranted ? units + one.units : units),
      0n,
    );
    const { referral } = (await client(name).get('/api/v3/get-referral')).body;
    expect([name, referral.credit]).toEqual([
      name,
      { granted: text(used + credit), used: text(used), left: text(credit), waiting: text(waiting) },
    ]);
    if (name !== 'inviter') continue;
    const shown = plain.referrals.map((one) => [whole(plain.closed(one, clock())), text(one.paid)]);
    const friends: Record<string, string>[] = referral.friends;
    expect(friends.map(({ fees, commission }) => [fees, commission]).reverse()).toEqual(shown);
  }
}

/** Compares everything with the plain computation. All duties must have run since the last act. */
async function compare(): Promise<void> {
  await projected();
  await comparePayments();
  await compareCredits();
  await comparePoints();
  await comparePromises();
  await comparePages();
  for (const { account, id, coin, gain } of accounts())
    expect([account, balance(id, coin) - (before.get(account) ?? 0n)]).toEqual([account, gain()]);
  const { core } = exchange.services;
  for (const { asset, code } of core.assets()) expect([code, core.assetSum(asset)]).toEqual([code, 0]);
}

async function firstWeek(): Promise<void> {
  await trade('early', 'BUY', 30_000);
  await trade('held', 'SELL', 50_017);
  await claim('inviter', 'checkin', 'success');
  await claim('inviter', 'checkin', 'claimed');
  await work();
  await compare();
  await to(1, 10);
  await becomeVerified('early');
  await buy('early');
  await work();
  for (const task of ['deposit', 'verified'] as const) await claim('early', task, 'success');
  await claim('inviter', 'checkin', 'success');
  await claim('inviter', 'verified', 'success');
  await compare();
  // Paid shortly before midnight, and paid back after it.
  await to(1, 23.8);
  await trade('early', 'BUY', 50_003, 'market', 664_617);
  await to(2, 0.3);
  await work();
  await claim('inviter', 'checkin', 'success');
  await to(2, 12);
  await trade('inviter', 'BUY', 40_000);
  await trade('early', 'SELL', 70_000, 'inviter');
  await work();
  for (const who of ['inviter', 'early'] as const) await claim(who, 'trade_volume', 'task_not_done');
  await to(3, 9.5);
  await claim('inviter', 'checkin', 'success');
  await claim('inviter', 'checkin_days', 'task_not_done');
  await trade('early', 'SELL', 80_021);
  await trade('market', 'SELL', 9_999, 'inviter');
  await killWhilePaying(2, 'before');
  await compare();
  await to(4, 17);
  await claim('inviter', 'checkin', 'success');
  await claim('inviter', 'checkin_days', 'success');
  await deposit('inviter', '75');
  await claim('inviter', 'deposit', 'success');
  await convertWithKill('inviter', 'after');
  await compare();
}

async function firstMonths(): Promise<void> {
  await to(9, 11);
  await deposit('late', '300');
  await trade('late', 'BUY', 25_013);
  await trade('held', 'BUY', 33_333);
  await claim('late', 'checkin', 'success');
  await claim('late', 'verified', 'task_not_done');
  await convert('late', 'kyc_required');
  await work();
  await claim('late', 'trade_volume', 'success');
  await to(12, 0.2);
  await becomeVerified('held');
  await killWhilePaying(1, 'after');
  await compare();
  await to(20, 15);
  await trade('held', 'SELL', 11_111);
  await work();
  await releaseHold();
  await killWhilePaying(1, 'before');
  await compare();
  await to(33, 8);
  await trade('held', 'BUY', 61_007);
  await trade('inviter', 'SELL', 20_000);
  // Leaves less credit than the bonus that is taken back.
  await trade('early', 'BUY', 60_013);
  await work();
  await refund('early');
  await work();
  await compare();
  await to(40, 23.7);
  await trade('early', 'BUY', 90_001);
  await to(41, 0.1);
  await killWhilePaying(1, 'after');
  await compare();
  await to(61, 6);
  await becomeVerified('late');
  await work();
  await claim('late', 'verified', 'success');
  await claim('late', 'checkin', 'success');
  await trade('late', 'SELL', 100_000);
  await work();
  await compare();
}

async function restOfYear(): Promise<void> {
  // Commissions of less than a cent add up.
  for (const day of [100, 101, 102, 104]) {
    await to(day, 13);
    await trade('early', 'BUY', 97);
    await work();
  }
  await to(105, 0.4);
  await work();
  await claim('early', 'trade_volume', 'task_not_done');
  await compare();
  // The reservation of these points has ended.
  await to(155, 3);
  await work();
  await convert('late', 'success');
  await convert('late', 'points_too_few');
  await trade('late', 'BUY', 123_457, 'market', 664_633);
  await trade('late', 'SELL', 10_000, 'early');
  await killWhilePaying(1, 'before');
  await compare();
  await to(214, 21);
  await claim('held', 'verified', 'success');
  await convertWithKill('held', 'before');
  await trade('held', 'SELL', 150_003, 'inviter');
  await trade('held', 'SELL', 150_003);
  await to(215, 2);
  await work();
  await to(300, 4.4);
  for (const who of FRIENDS) await trade(who, 'SELL', 71_003);
  await work();
  for (const who of FRIENDS) await claim(who, 'trade_volume', who === 'late' ? 'task_not_done' : 'success');
  await compare();
  await to(301, 1);
  await killWhilePaying(2, 'after');
  await compare();
  await to(366, 12);
  await claim('early', 'checkin', 'success');
  await convert('early', 'success');
  await work();
  await compare();
}

test('a year of commissions, credits and points is exact, regardless of the steps and of where the exchange was killed', async () => {
  await firstWeek();
  await firstMonths();
  await restOfYear();
  expect(clock() - start).toBeGreaterThan(365 * DAY_MS);
  const kinds = new Set(plain.payments.map(({ kind, friend }) => `${kind} ${friend}`));
  expect(kinds).toEqual(new Set(['commission early', 'commission late', 'commission held', 'fee_credit ', 'points ']));
  const revoked = plain.credits.filter((credit) => credit.revoked > 0n);
  expect(revoked.map((credit) => [credit.who, credit.revoked === credit.units])).toEqual([
    ['inviter', true],
    ['early', false],
  ]);
}, 120_000);
