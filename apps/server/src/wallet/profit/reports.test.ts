import type { TestDatabase } from '@vitrine/tools/test-database';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { TurnLine } from '../../kit/turn-line.ts';
import { Projection } from '../../projections/projector/projection.ts';
import { CoreDriver } from '../../projections/testing/core-driver.ts';
import { BTC_USDT, client } from '../../projections/testing/seeded-flow.ts';
import { createMigratedDatabase } from '../../wiring/database/testing/migrated-database.ts';
import type { Disposal } from './disposals.ts';
import { Reports } from './reports.ts';

const YEAR = 2026;
const YEAR_MS = Date.UTC(YEAR, 0, 1);
/** More disposals than an earlier release could compute at a time. */
const MANY = 51_000;
/**
 * `busy` and `busyToo` have many purchases; `attacker` and `victim` have one each. Later, each client sells everything.
 */
const [busy, busyToo, attacker, victim] = [client(10), client(11), client(12), client(13)];
const PAGE = { offset: 0, limit: 20 };
/** The signal of a caller who does not disconnect. */
const here = new AbortController().signal;
let database: TestDatabase;
let pool: pg.Pool;
let reports: Reports;

beforeAll(async () => {
  database = await createMigratedDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const projection = await Projection.open(database.url);
  projection.apply(new CoreDriver(1, 1).next());
  await projection.flush(0);
  await projection.close();
  for (const owner of [busy, busyToo]) await trade(owner, MANY);
  for (const owner of [attacker, victim]) await trade(owner, 1);
  await pool.query('analyze fills');
  await pool.query('update projector_position set position = 200000');
});
beforeEach(() => {
  reports = new Reports(pool, new TurnLine({ atOnce: 2, restTimes: 3, mostWaiting: 200, mostWaitingOfOne: 3 }));
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** Purchases of one lot, whose costs are 1, 2, 3 and so on, and one sale of all of them for 10 each. */
async function trade(owner: number, count: number): Promise<void> {
  await pool.query(
    `insert into fills (owner_id, position, line, market_id, trade, order_id, side, role, price_ticks, size_lots,
       notional_units, fee_units, time_ms)
     select $1::bigint, 1000 + n, 0, ${BTC_USDT}, n, n, case when n <= $2 then 'buy' else 'sell' end, 'taker', 1,
       case when n <= $2 then 1 else $2 end, case when n <= $2 then n else 10 * $2 end, 0, ${YEAR_MS} + n
     from generate_series(1, $2::integer + 1) n`,
    [owner, count],
  );
}

const codeOf = (report: Promise<unknown>): Promise<string> =>
  report.then(
    () => 'answered',
    ({ code }) => code,
  );

async function allOf(batches: AsyncIterable<readonly Disposal[]>): Promise<Disposal[]> {
  const all: Disposal[] = [];
  for await (const batch of batches) all.push(...batch);
  return all;
}

describe('a client who asks for many reports', () => {
  test('gets one at a time and may have three waiting, while other clients get a response', async () => {
    const answered: string[] = [];
    const asked = Array.from({ length: 200 }, async () => {
      const code = await codeOf(reports.year(attacker, YEAR, PAGE, here));
      if (code === 'answered') answered.push('attacker');
      return code;
    });
    await reports.year(victim, YEAR, PAGE, here).then(() => answered.push('victim'));
    // At most the four reports that the attacker may have, one running and three waiting, are computed before this one.
    expect(answered.length).toBeLessThanOrEqual(5);
    const codes = await Promise.all(asked);
    expect(new Set(codes.slice(0, 4))).toEqual(new Set(['answered']));
    expect(new Set(codes.slice(4))).toEqual(new Set(['busy']));
  });

  test('is refused a fourth waiting report, of either kind, as busy', async () => {
    const period = { fromMs: YEAR_MS, toMs: YEAR_MS + 1 };
    const codes = [
      codeOf(reports.year(attacker, YEAR, PAGE, here)),
      codeOf(reports.statement(attacker, period, here)),
      codeOf(reports.year(attacker, YEAR, PAGE, here)),
      codeOf(reports.statement(attacker, period, here)),
      codeOf(reports.statement(attacker, period, here)),
      codeOf(reports.everyDisposal(attacker, YEAR, here)),
    ];
    const answered = Array.from({ length: 4 }, () => 'answered');
    expect(await Promise.all(codes)).toEqual([...answered, 'busy', 'busy']);
    expect(await codeOf(reports.statement(attacker, period, here))).toBe('answered');
  });
});

describe('a caller who has disconnected', () => {
  test('is not served, whether the report is waiting or in progress', async () => {
    const gone = new AbortController();
    const read = vi.spyOn(pool, 'query');
    onTestFinished(() => read.mockRestore());
    const long = codeOf(reports.year(busy, YEAR, PAGE, gone.signal));
    const waiting = codeOf(reports.year(busy, YEAR, PAGE, gone.signal));
    gone.abort();
    expect(await Promise.all([long, waiting])).toEqual(['busy', 'busy']);
    expect(read.mock.calls.length).toBeLessThan(10);
    expect(await codeOf(reports.year(victim, YEAR, PAGE, gone.signal))).toBe('busy');
    expect(await codeOf(reports.year(victim, YEAR, PAGE, here))).toBe('answered');
  });

  test('frees the slot of a waiting report for the next one', async () => {
    const gone = new AbortController();
    const first = codeOf(reports.year(attacker, YEAR, PAGE, here));
    const left = codeOf(reports.year(attacker, YEAR, PAGE, gone.signal));
    gone.abort();
    const next = codeOf(reports.year(attacker, YEAR, PAGE, here));
    expect(await Promise.all([first, left, next])).toEqual(['answered', 'busy', 'answered']);
  });

  test('is not served when a yearly report has reached the perpetual markets, which are a step like the others', async () => {
    const gone = new AbortController();
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<pg.QueryResult>;
    const read = vi.spyOn(pool, 'query').mockImplementation((...given: unknown[]) => {
      if ((given[0] as { name?: string }).name === 'futures of a period') gone.abort();
      return query(...given);
    });
    onTestFinished(() => read.mockRestore());
    expect(await codeOf(reports.year(victim, YEAR, PAGE, gone.signal))).toBe('busy');
    expect(gone.signal.aborted).toBe(true);
  });

  test('leaves nothing behind when an exported file was not read', async () => {
    const gone = new AbortController();
    const unread = await reports.everyDisposal(busy, YEAR, gone.signal);
    const next = codeOf(reports.statement(busy, { fromMs: 0, toMs: 1 }, here));
    gone.abort();
    expect(await next).toBe('answered');
    expect(await allOf(unread)).toEqual([]);
  });
});

describe('long reports', () => {
  test('alternate with short ones, so that the short ones get a response first', async () => {
    const gone = new AbortController();
    let ended = 0;
    const long = [busy, busyToo].map((owner) =>
      codeOf(reports.year(owner, YEAR, PAGE, gone.signal)).finally(() => {
        ended += 1;
      }),
    );
    const { count } = await reports.year(victim, YEAR, PAGE, here);
    expect([count, ended]).toEqual([1, 0]);
    gone.abort();
    await Promise.all(long);
  });

  test('do no work while their readers pause', async () => {
    const gone = new AbortController();
    onTestFinished(() => gone.abort());
    for (const owner of [busy, busyToo]) await reports.everyDisposal(owner, YEAR, gone.signal);
    expect((await reports.year(victim, YEAR, PAGE, here)).count).toBe(1);
  });

  test('read every line once for the file of many disposals, which has the same rows as the list', async () => {
    let lines = 0;
    let largest = 0;
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<pg.QueryResult>;
    const read = vi.spyOn(pool, 'query').mockImplementation(async (...given: unknown[]) => {
      const result = await query(...given);
      if ((given[0] as { name?: string }).name === 'entries of a client') lines += result.rows.length;
      return result;
    });
    onTestFinished(() => read.mockRestore());
    const file: Disposal[] = [];
    for await (const batch of await reports.everyDisposal(busy, YEAR, here)) {
      largest = Math.max(largest, batch.length);
      file.push(...batch);
    }
    expect(lines).toBe(MANY + 1);
    expect(largest).toBeLessThanOrEqual(200);
    expect(file.map(({ costUnits }) => costUnits)).toEqual(Array.from({ length: MANY }, (_, n) => BigInt(n + 1)));
    expect(file.every(({ proceedsUnits }) => proceedsUnits === 10n)).toBe(true);
    const list = await reports.year(busy, YEAR, { offset: 50_100, limit: 20 }, here);
    expect(list.disposals).toEqual(file.slice(50_100, 50_120));
    expect(list.totals).toMatchObject([{ proceedsUnits: BigInt(10 * MANY), unpriced: 0 }]);
    expect(list.count).toBe(MANY);
  });
});
