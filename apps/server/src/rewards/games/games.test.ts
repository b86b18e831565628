import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestClient, TestExchange } from '../../testing/test-exchange.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

let exchange: TestExchange;
let client: TestClient;
let market: number;

beforeAll(async () => {
  exchange = await TestExchange.open({ RATE_ORDERS_PER_SESSION: '100000' });
  const perpetual = exchange.services.instruments.perpetuals().find(({ base }) => base.code === 'BTC');
  if (perpetual === undefined) throw new Error('there is no perpetual market for BTC');
  market = perpetual.market;
});
beforeEach(async () => {
  client = await exchange.client();
  await toNoon();
});
afterAll(() => exchange.close());

const now = () => exchange.services.clock();
const advance = (ms: number) => exchange.submit({ kind: 'AdvanceClock', byMs: ms });
/** Moves the clock to 12:30 of the next day. */
const toNoon = () => advance(DAY_MS - (now() % DAY_MS) + 12.5 * HOUR_MS);

const games = async (who = client) => (await who.get('/api/v3/games')).body;
const guess = (round: number, direction: 'up' | 'down', who = client) =>
  who.post('/api/v3/games/guess', { round, guess: direction });
const mine = async (who = client) => (await who.post('/api/v3/games/mining')).body;

/** The index in the minute that ends at this time; undefined if it is not confirmed in the five minutes before it. */
async function setIndex(endMs: number, ticks: number | undefined): Promise<void> {
  await exchange.query('delete from index_prices where minute_ms < $1 and minute_ms >= $1 - 300000', [endMs]);
  if (ticks === undefined) return;
  await exchange.query(
    `insert into index_prices (market_id, minute_ms, open_ticks, high_ticks, low_ticks, close_ticks, sources)
     values ($1, $2, $3, $3, $3, $3, 3)`,
    [market, endMs - MINUTE_MS, ticks],
  );
}

async function taskOf(rule: string, who = client) {
  const { daily } = (await who.get('/api/v3/airdrop/1')).body;
  return daily.find((task: { rule: string }) => task.rule === rule);
}
const claim = async (rule: string, who = client) =>
  (await who.post('/api/v3/claim/airdrop-task', { id: (await taskOf(rule, who)).id })).body;

describe('a guess', () => {
  test('is taken for the next hour only, and can be changed until it begins', async () => {
    const { next } = (await games()).guess;
    expect(next).toEqual({ from: now() - (now() % HOUR_MS) + HOUR_MS, to: next.from + HOUR_MS });
    for (const round of [next.from - HOUR_MS, next.from + HOUR_MS, next.from + 1])
      expect((await guess(round, 'up')).body.code).toBe('guess_closed');
    expect((await guess(next.from, 'up')).body).toEqual({ message: 'success' });
    expect((await guess(next.from, 'down')).body).toEqual({ message: 'success' });
    expect((await games()).guess.next.guess).toBe('down');
    await advance(next.from - now());
    expect((await guess(next.from, 'up')).body.code).toBe('guess_closed');
    expect((await games()).guess.recent).toEqual([{ from: next.from, to: next.to, guess: 'down', result: 'waiting' }]);
  });

  test.each([
    ['up', 1000, 1000.5, 'right'],
    ['up', 1000, 999.5, 'wrong'],
    ['down', 1000, 999.5, 'right'],
    ['down', 1000, 1001, 'wrong'],
    ['up', 1000, 1000, 'unchanged'],
    ['up', undefined, 1001, 'no_price'],
    ['down', 1001, undefined, 'no_price'],
  ] as const)('%s from %s to %s is %s, two minutes after its end', async (direction, from, to, result) => {
    const { next } = (await games()).guess;
    await guess(next.from, direction);
    await advance(next.to - now() + 90_000);
    await setIndex(next.from, from);
    await setIndex(next.to, to);
    expect((await games()).guess.recent[0].result).toBe('waiting');
    await advance(MINUTE_MS);
    const { guess: shown } = await games();
    expect(shown.recent[0].result).toBe(result);
    expect(shown.right_today).toBe(result === 'right' ? 1 : 0);
    expect('from_price' in shown.recent[0]).toBe(from !== undefined);
    expect((await taskOf('guesses')).progress).toBe(String(shown.right_today));
  });

  test('counts on the day on which its round ends; three right ones are claimed once, by their client only', async () => {
    const other = await exchange.client();
    await advance(DAY_MS - (now() % DAY_MS) - 1.5 * HOUR_MS);
    // The rounds from 23:00 to 03:00: all but the one from 02:00 are right.
    for (const [hour, to] of [1001, 1002, 1003, 1002].entries()) {
      const { next } = (await games()).guess;
      await setIndex(next.from, 1000 + hour);
      await setIndex(next.to, to);
      await guess(next.from, 'up');
      expect((await claim('guesses')).code).toBe('task_not_done');
      await advance(HOUR_MS);
    }
    await advance(HOUR_MS);
    expect((await games()).guess).toMatchObject({ right_today: 3 });
    expect((await claim('guesses', other)).code).toBe('task_not_done');
    const answers = await Promise.all(Array.from({ length: 4 }, () => claim('guesses')));
    expect(answers.filter(({ message }) => message === 'success')).toEqual([{ message: 'success', points: 20 }]);
    expect(answers.filter(({ message }) => message === 'claimed')).toHaveLength(3);
    expect((await client.get('/api/v3/points')).body.points).toBe(20);
    await advance(DAY_MS);
    expect((await games()).guess.right_today).toBe(0);
  });
});

describe('mining', () => {
  test('has one shift at a time, however often it is started', async () => {
    const started = await Promise.all(Array.from({ length: 8 }, () => mine()));
    expect(new Set(started.map(({ started_at }) => started_at)).size).toBe(1);
    expect(started[0].ends_at - started[0].started_at).toBe(4 * HOUR_MS);
    expect((await games()).mining).toMatchObject({ ...started[0], hours_today: 0 });
    await advance(4 * HOUR_MS);
    const next = await mine();
    expect(next.started_at).toBeGreaterThanOrEqual(started[0].ends_at);
    expect((await games()).mining).toMatchObject({ ...next, hours_today: 4 });
  });

  test('counts the whole hours that have passed on a day, over midnight on both days', async () => {
    // From 20:30 to 00:30.
    await advance(8 * HOUR_MS);
    await mine();
    await advance(3.25 * HOUR_MS);
    expect((await games()).mining.hours_today).toBe(3);
    await advance(0.5 * HOUR_MS);
    expect((await games()).mining.hours_today).toBe(0);
    await advance(HOUR_MS);
    await mine();
    await advance(4 * HOUR_MS);
    await mine();
    await advance(3.5 * HOUR_MS);
    // 0.5 of the first shift, 4 and 3.5 of the others: 8 hours.
    expect((await games()).mining.hours_today).toBe(8);
    expect(await claim('mined_hours')).toEqual({ message: 'success', points: 20 });
    expect(await claim('mined_hours')).toEqual({ message: 'claimed', points: 20 });
  });
});
