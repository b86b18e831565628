import { SequencerStopped } from '@vitrine/sequencer';
import type { TestInstallation } from '@vitrine/tools/test-database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../testing/test-exchange.ts';
import { differences, startAtTen, subscribe } from './testing/earn-scene.ts';

/*
 * A year of the sandbox's clock, in steps of uneven length and with kills between them, compared with an independent
 * computation: actual/365 in integers, with fractions of a unit carried over. The two share only the rates.
 */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PRODUCTS = { USDT: 1, BTC: 2 } as const;
type Coin = keyof typeof PRODUCTS;
/** More clients than one ledger entry can pay. */
const SMALL_CLIENTS = 64;

interface Story {
  readonly client: TestClient;
  readonly coin: Coin;
  readonly days: number;
  readonly ppm: bigint;
  /** When it starts to earn interest. */
  readonly start: number;
  /** The principal, with the time from which each value applies. */
  readonly principal: { readonly from: number; readonly units: bigint }[];
  /** When it was unlocked early. */
  unlocked?: number;
  /** Until when a term that ends is renewed; undefined: never. */
  renewsUntil?: number;
}

let installation: TestInstallation;
let exchange: TestExchange;
let clients: TestClient[];
let rates: Map<string, bigint>;
const stories = new Map<number, Story>();

beforeAll(async () => {
  installation = await TestExchange.installation();
  exchange = await TestExchange.openOn(installation.url, installation.folder);
  await startAtTen(exchange);
  clients = [];
  for (let i = 0; i < 3; i += 1) clients.push(await exchange.client({ USDT: '40000', BTC: '4' }));
  for (let i = 0; i < SMALL_CLIENTS; i += 1) clients.push(await exchange.client({ USDT: '100' }));
  const { earn } = (await exchange.visitor.get('/api/v3/earn/view')).body;
  rates = new Map(
    earn.flatMap(({ name, tiers }: { name: string; tiers: { days: number; apr: string }[] }) =>
      tiers.map(({ days, apr }) => [`${name} ${days}`, unitsOf(apr, 4)] as const),
    ),
  );
});
afterAll(async () => {
  await exchange.close();
  await installation.drop();
});

/** '1.5' with two decimals is 150. */
function unitsOf(text: string, decimals: number): bigint {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.padEnd(decimals, '0'));
}
const scaleOf = { USDT: 6, BTC: 8 } as const;

/** Subscribes, and begins the story of the stake. */
async function stake(who: number, coin: Coin, amount: string, days: number, renewsUntil?: number): Promise<number> {
  const client = clients[who] as TestClient;
  const now = exchange.services.clock();
  const terms = days === 0 ? {} : { status: 'STAKE_LOCK', days, accepted: true, auto_renew: renewsUntil !== undefined };
  const { body } = await subscribe(client, { earn_id: PRODUCTS[coin], amount, ...terms });
  const start = Math.floor(now / DAY_MS + 1) * DAY_MS;
  expect(body).toMatchObject({ message: 'success', starts_at: start });
  stories.set(body.stake_id, {
    client,
    coin,
    days,
    ppm: rates.get(`${coin} ${days}`) as bigint,
    start,
    principal: [{ from: 0, units: unitsOf(amount, scaleOf[coin]) }],
    ...(renewsUntil === undefined ? {} : { renewsUntil }),
  });
  return body.stake_id;
}

async function redeem(id: number, amount: string): Promise<void> {
  const { client, coin, principal } = stories.get(id) as Story;
  const from = exchange.services.clock();
  expect((await client.post('/api/v3/earn/redeem', { stake_id: id, amount })).status).toBe(200);
  const before = principal.at(-1)?.units ?? 0n;
  principal.push({ from, units: before - unitsOf(amount, scaleOf[coin]) });
}

async function unlock(id: number): Promise<void> {
  const story = stories.get(id) as Story;
  story.unlocked = exchange.services.clock();
  expect((await story.client.post('/api/v3/stake/unlock', { stake_id: id, accepted: true })).status).toBe(200);
}

const renew = async (id: number, on: boolean) =>
  expect((await clients[0]?.post('/api/v3/earn/auto-renew', { stake_id: id, on }))?.status).toBe(200);

async function pass(days: number): Promise<void> {
  const move = { advanceSeconds: Math.round(days * 86_400), settle: true };
  expect((await exchange.visitor.post('/sandbox/clock', move)).body).toMatchObject({ settled: true });
}

/** Kills the exchange while it posts: before an entry reaches the log, or after that but before its row is updated. */
async function killWhilePosting(days: number, point: 'before' | 'after'): Promise<void> {
  const { sequencer, earn } = exchange.services;
  const { submit } = sequencer;
  let left = 9;
  sequencer.submit = async (command) => {
    if (command.kind !== 'Transfer') return submit(command);
    left -= 1;
    if (left > 0) return submit(command);
    if (point === 'after') await submit(command);
    throw new SequencerStopped('unknown');
  };
  await exchange.visitor.post('/sandbox/clock', { advanceSeconds: days * 86_400 });
  await earn.posting.next();
  expect(left).toBeLessThanOrEqual(0);
  expect(await exchange.query(`select from earn_batches where state = 'sent' limit 1`)).toHaveLength(1);
  await exchange.close();
  exchange = await TestExchange.openOn(installation.url, installation.folder);
  clients = clients.map((client) => exchange.clientFrom(client));
  for (const [id, story] of stories) stories.set(id, { ...story, client: exchange.clientFrom(story.client) });
  await pass(0.01);
}

/**
 * The expected interest of each day until now, of the stake and of those that continue it: by term, as [cut, units].
 * Days that earn less than one unit are left out.
 */
function daysOf(story: Story, now: number): (readonly [number, bigint])[][] {
  const terms: (readonly [number, bigint])[][] = [];
  const untilOf = (start: number) =>
    Math.min(story.unlocked ?? now, now, story.days === 0 ? now : start + story.days * DAY_MS);
  for (let start = story.start; ; start += story.days * DAY_MS) {
    const term: (readonly [number, bigint])[] = [];
    let numerator = 0n;
    for (let cut = start + DAY_MS; cut <= untilOf(start); cut += DAY_MS) {
      const before = numerator / 365_000_000n;
      const principal = story.principal.filter(({ from }) => from < cut).at(-1)?.units ?? 0n;
      numerator += principal * story.ppm;
      const units = numerator / 365_000_000n - before;
      if (units > 0n) term.push([cut, units]);
    }
    terms.push(term);
    const end = start + story.days * DAY_MS;
    if (story.days === 0 || story.unlocked !== undefined || end > now || end > (story.renewsUntil ?? 0)) return terms;
  }
}

/** The ids of the stakes of a story in order, each continuing the previous one. */
async function idsOf(first: number): Promise<number[]> {
  const rows = await exchange.query(
    `with recursive chain as (select stake_id, 0 as at from earn_stakes where stake_id = $1
       union all select next.stake_id, at + 1 from earn_stakes next join chain on next.renewed_from = chain.stake_id)
     select stake_id from chain order by at`,
    [first],
  );
  return rows.map(({ stake_id }) => Number(stake_id));
}

const sum = (units: readonly bigint[]): bigint => units.reduce((one, other) => one + other, 0n);

/** Compares the interest of every stake and day. Returns the spot balance that each client must have as a result. */
async function compareDays(now: number): Promise<Map<string, bigint>> {
  const spot = new Map<string, bigint>();
  const add = (owner: number, coin: Coin, units: bigint) =>
    spot.set(`${owner} ${coin}`, (spot.get(`${owner} ${coin}`) ?? 0n) + units);
  for (const [i, { owner }] of clients.entries()) {
    add(owner, 'USDT', unitsOf(i < 3 ? '40000' : '100', 6));
    add(owner, 'BTC', i < 3 ? unitsOf('4', 8) : 0n);
  }
  for (const [id, story] of stories) {
    const terms = daysOf(story, now);
    const ids = await idsOf(id);
    expect(ids).toHaveLength(terms.length);
    for (const [n, stake] of ids.entries()) {
      const rows = await exchange.query('select cut, units from earn_interest where stake_id = $1 order by cut', [
        stake,
      ]);
      expect(rows.map(({ cut, units }) => [Number(cut), BigInt(units as string)])).toEqual(terms[n]);
    }
    const { owner } = story.client;
    const principal = story.principal.at(-1)?.units ?? 0n;
    const first = story.principal[0]?.units ?? 0n;
    const whole = (term: (readonly [number, bigint])[] = []) => sum(term.map(([, units]) => units));
    if (story.days === 0) add(owner, story.coin, sum(terms.map(whole)) - principal);
    else if (story.unlocked === undefined) {
      const lastEnd = story.start + terms.length * story.days * DAY_MS;
      const isOver = lastEnd <= now;
      add(owner, story.coin, sum((isOver ? terms : terms.slice(0, -1)).map(whole)) - (isOver ? 0n : first));
    } else expect(story.unlocked + 7 * DAY_MS).toBeLessThan(now);
  }
  return spot;
}

/** Checks that each posting's log entry matches its row, to the last unit. */
async function compareEntries(): Promise<void> {
  const wrong = await exchange.query(
    `select batch_id from earn_batches batch where state <> 'done' or units <> (select sum(units) from earn_interest
         where earn_interest.batch_id = batch.batch_id)
       or (select array_agg(units order by line) from money_records
         where purpose = 'interest' and record = batch_id and position = batch.position)
         is distinct from array[-units] || case when kind = 'paid' then amounts else array[units] end
       or (select count(distinct position) from money_records where purpose = 'interest' and record = batch_id) <> 1`,
  );
  expect(wrong).toEqual([]);
}

test('a year of interest is posted to the last unit, regardless of the steps and of where the exchange was killed', async () => {
  const FOREVER = Number.MAX_SAFE_INTEGER;
  const flexible = await stake(0, 'USDT', '12345.678901', 0);
  for (let who = 3; who < 3 + SMALL_CLIENTS; who += 1) await stake(who, 'USDT', `${10 + who}.000001`, 0);
  const monthly = await stake(0, 'USDT', '1000.000007', 30, FOREVER);
  await stake(1, 'BTC', '0.33333333', 120, FOREVER);
  await pass(0.4);
  await stake(1, 'USDT', '777.77', 180);
  const early = await stake(2, 'USDT', '5000', 60);
  await stake(2, 'BTC', '1.23456789', 0);
  await killWhilePosting(13, 'after');
  await redeem(flexible, '345.678901');
  await pass(2.3);
  await stake(2, 'USDT', '10', 5, FOREVER);
  await pass(21);
  await unlock(early);
  await pass(0.1);
  await redeem(flexible, '11.1');
  await redeem(flexible, '10.000001');
  await killWhilePosting(31, 'before');
  await pass(40.25);
  const later = await stake(0, 'BTC', '0.00050001', 0);
  await pass(17);
  await redeem(later, '0.0005');
  await killWhilePosting(9, 'after');
  await pass(60.7);
  const story = stories.get(monthly) as Story;
  const [, , , , , , last] = await idsOf(monthly);
  await renew(last as number, false);
  story.renewsUntil = story.start + 6 * 30 * DAY_MS;
  await pass(3);
  await pass(88.2);
  await killWhilePosting(44, 'before');
  await pass(36);
  const now = exchange.services.clock();
  expect(now - story.start).toBeGreaterThan(365 * DAY_MS);
  const spot = await compareDays(now);
  await compareEntries();
  for (const [account, units] of spot) {
    const [owner, coin] = account.split(' ');
    const asset = exchange.services.instruments.spot().find(({ base }) => base.code === 'BTC');
    const id = coin === 'BTC' ? asset?.base.asset : asset?.quote.asset;
    const { availableUnits } = exchange.services.core.balance(Number(owner), 'spot', id as number);
    expect([account, BigInt(availableUnits)]).toEqual([account, units]);
  }
  expect(await differences(exchange)).toEqual([]);
}, 120_000);
