import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, CommandBatch, Core, EventBuffer, FIRST_CLIENT_OWNER } from '@vitrine/core';
import { timeMs } from '@vitrine/money';
import { Sequencer } from '@vitrine/sequencer';
import { migrate } from '@vitrine/server/migrate';
import { Projector } from '@vitrine/server/projector';
import { createDatabase, startTemporaryPostgres } from '@vitrine/tools/temporary-postgres';
import pg from 'pg';
import { printFigure, quantile } from './figures.ts';
import { fund, listing, tradingFlow } from './trading-flow.ts';

const CLIENTS = 1_000;
const FULL_LOAD_ORDERS = 60_000;
const BATCH_COMMANDS = 100;
const STEADY_ORDERS_PER_SECOND = 5_000;
const STEADY_SECONDS = 10;
const LAG_LIMIT_MS = 500;

const setup = [...listing, ...Array.from({ length: CLIENTS }, (_, n) => fund(FIRST_CLIENT_OWNER + n))];

/**
 * Projects clients' orders into the read models as fast as possible, and measures the cost per order in database CPU
 * time and disk space. Then sends 5,000 orders/s through the sequencer, and measures how far the tables lag behind the
 * log and how long they take to catch up when the orders stop.
 */
async function run(): Promise<void> {
  const postgres = await startTemporaryPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-bench-projector-'));
  try {
    await atFullLoad(await createDatabase(postgres.url, 'bench_full'), join(folder, 'full.spool'));
    await atSteadyRate(await createDatabase(postgres.url, 'bench_steady'), join(folder, 'steady.spool'));
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  }
}

async function atFullLoad(databaseUrl: string, spoolFile: string): Promise<void> {
  await migrate(databaseUrl);
  const projector = await Projector.start({ databaseUrl, spoolFile });
  const core = new Core();
  const batch = new CommandBatch();
  const buffer = new EventBuffer();
  let events = 0;
  const apply = async (commands: readonly Command[]) => {
    batch.clear();
    for (const command of commands) batch.push(command);
    buffer.clear();
    const firstPosition = core.position + 1;
    core.applyBatch(batch, timeMs(1_700_000_000_000 + firstPosition), buffer);
    events += buffer.length;
    await projector.postReplayed({ firstPosition, count: commands.length, timeMs: core.timeMs, events: buffer });
  };
  await apply(setup);
  await projector.reached(core.position, 60_000);
  const orders = tradingFlow(FULL_LOAD_ORDERS, CLIENTS, 1);
  events = 0;
  const database = await connected(databaseUrl);
  const bytesBefore = await tableBytes(database);
  const backendBefore = await backendMicros(database);
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  for (let from = 0; from < orders.length; from += BATCH_COMMANDS)
    await apply(orders.slice(from, from + BATCH_COMMANDS));
  if (!(await projector.reached(core.position, 120_000)))
    throw new Error('the projector did not catch up within two minutes');
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  const backend = (await backendMicros(database)) - backendBefore;
  await projector.close();
  const bytes = (await tableBytes(database)) - bytesBefore;
  await database.end();
  const micros = (cpu.user + cpu.system) / orders.length;
  console.log(
    `${events} events of ${orders.length} orders in ${seconds.toFixed(1)} s; ${micros.toFixed(1)} µs of this process's CPU per order`,
  );
  console.log(
    `${(backend / orders.length).toFixed(1)} µs of its database session's CPU and ${Math.round(bytes / orders.length)} bytes on disk per order`,
  );
  console.log(`${Math.round(events / seconds)} events/s`);
  printFigure('projector', orders.length / seconds, 'orders/s', 'the requested rate', STEADY_ORDERS_PER_SECOND);
}

async function connected(databaseUrl: string): Promise<pg.Client> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  return database;
}

/** The size of the tables and their indexes. */
async function tableBytes(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(oid)) as bytes from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  return Number(rows[0]?.bytes);
}

/** CPU time of the projector's database session; Linux counts it in hundredths of a second. */
async function backendMicros(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'vitrine projector'`,
  );
  const afterName = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8').split(') ')[1] ?? '';
  const [user, system] = afterName.split(' ').slice(11, 13).map(Number);
  return ((user ?? Number.NaN) + (system ?? Number.NaN)) * 10_000;
}

async function atSteadyRate(databaseUrl: string, spoolFile: string): Promise<void> {
  await migrate(databaseUrl);
  const projector = await Projector.start({ databaseUrl, spoolFile });
  const sequencer = await Sequencer.open({ databaseUrl });
  const waiting: { readonly position: number; readonly at: number }[] = [];
  const lags: number[] = [];
  sequencer.onBatch((batch) => {
    projector.post(batch);
    waiting.push({ position: batch.firstPosition + batch.count - 1, at: performance.now() });
  });
  const watch = setInterval(() => {
    for (let next = waiting[0]; next !== undefined && next.position <= projector.position; next = waiting[0]) {
      lags.push(performance.now() - next.at);
      waiting.shift();
    }
  }, 2);
  await Promise.all(setup.map((command) => sequencer.submit(command)));
  await projector.reached(sequencer.core.position, 60_000);
  waiting.length = 0;
  lags.length = 0;
  const database = await connected(databaseUrl);
  const backendBefore = await backendMicros(database);
  const cpuBefore = process.cpuUsage();
  await submitSteadily(sequencer, tradingFlow(STEADY_ORDERS_PER_SECOND * STEADY_SECONDS, CLIENTS, 2));
  const cpu = process.cpuUsage(cpuBefore);
  const stoppedAt = performance.now();
  while (projector.position < sequencer.core.position) await new Promise((resolve) => setTimeout(resolve, 1));
  const drainMs = performance.now() - stoppedAt;
  const backend = (await backendMicros(database)) - backendBefore;
  await database.end();
  await new Promise((resolve) => setTimeout(resolve, 10));
  clearInterval(watch);
  await sequencer.close();
  await projector.close();
  const values = Float64Array.from(lags);
  const [p50, p99, worst] = [quantile(values, 0.5), quantile(values, 0.99), quantile(values, 1)];
  const perOrder = backend / (STEADY_ORDERS_PER_SECOND * STEADY_SECONDS);
  const share = (cpu.user + cpu.system) / 10_000 / STEADY_SECONDS;
  console.log(
    `lag p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; drained ${drainMs.toFixed(0)} ms after the last order; ${share.toFixed(0)}% of a core for sequencer, core and projector; ${perOrder.toFixed(1)} µs of the projector's database session per order`,
  );
  printFigure('projector-lag', worst, 'ms at most', 'limit', LAG_LIMIT_MS);
}

async function submitSteadily(sequencer: Sequencer, orders: readonly Command[]): Promise<void> {
  const startedAt = performance.now();
  const answers: Promise<unknown>[] = [];
  for (let next = 0; next < orders.length; ) {
    const due = Math.min(
      orders.length,
      Math.floor(((performance.now() - startedAt) * STEADY_ORDERS_PER_SECOND) / 1_000),
    );
    for (; next < due; next += 1) answers.push(sequencer.submit(orders[next] as Command));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  await Promise.all(answers);
}

if (import.meta.main) await run();
