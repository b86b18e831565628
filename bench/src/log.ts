import { type Command, FIRST_CLIENT_OWNER } from '@vitrine/core';
import { flushesToDisk, Sequencer } from '@vitrine/sequencer';
import { createDatabase, startTemporaryPostgres } from '@vitrine/tools/temporary-postgres';
import pg from 'pg';
import { printFigure, quantile } from './figures.ts';
import { diskP99, watchAllocations, watchCollections, watchProcessors } from './log-limits.ts';
import { fund, listing, tradingFlow } from './trading-flow.ts';

const CLIENTS = 1_000;
const ROUNDS = 3;
const ROUND_COMMANDS = 80_000;
const STEADY_SECONDS = 5;
/** How long commands are sent before the measurement begins, because the sender's own code is still being compiled. */
const UNMEASURED_SECONDS = 1;

/**
 * Compares durable commands/s through the sequencer, from 128 or 256 callers that each send their next command when the
 * previous one has received a response, with plain inserts of the resulting batches into the same database. The two
 * take turns, so that other load slows both alike; the median round is reported. Then measures the latency at 70% of
 * that load.
 */
async function run(): Promise<void> {
  const postgres = await startTemporaryPostgres();
  try {
    const databaseUrl = await createDatabase(postgres.url, 'bench_log');
    const sequencer = await openFunded(databaseUrl);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const flushes = await flushesToDisk(client);
    console.log(`the database ${flushes ? 'flushes to disk' : 'does NOT flush to disk'} at every commit`);
    await client.query('create table raw_batch (like log_batch including all)');

    await runRound(sequencer, client, 128, 1); // Warm-up: gets the code compiled.
    const [few, many] = [await medianRound(sequencer, client, 128), await medianRound(sequencer, client, 256)];

    const p99 = await measureAcknowledgement(sequencer, many);
    await sequencer.close();
    await client.end();
    printFigure('log-p99', p99, 'ms', 'limit', 10);
    printFigure('log-256', many.perSecond, 'commands/s', 'raw inserts of the same batches', many.rawPerSecond);
    printFigure('log', few.perSecond, 'commands/s', 'raw inserts of the same batches', few.rawPerSecond);
  } finally {
    await postgres.stop();
  }
}

/**
 * A sequencer with listings and funded clients. It encodes all events as bytes, as the server does for its projector.
 */
async function openFunded(databaseUrl: string): Promise<Sequencer> {
  // No snapshots: at this speed they would affect only some of the rounds.
  const sequencer = await Sequencer.open({ databaseUrl, snapshots: { everyCommands: Number.POSITIVE_INFINITY } });
  sequencer.onBatch(({ events }) => {
    events.toBytes();
  });
  await submitAll(sequencer, listing);
  await submitAll(
    sequencer,
    Array.from({ length: CLIENTS }, (_, index) => fund(FIRST_CLIENT_OWNER + index)),
  );
  return sequencer;
}

interface Round {
  readonly perSecond: number;
  readonly rawPerSecond: number;
  readonly batches: number;
  readonly bytes: number;
  readonly cpuMicros: number;
  /** Bytes allocated per command. */
  readonly madeBytes: number;
  /** The p99 latency of a single raw insert, in ms: a lower bound, given the disk and other load. */
  readonly rawP99: number;
}

async function medianRound(sequencer: Sequencer, client: pg.Client, callers: number): Promise<Round> {
  const rounds: Round[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    rounds.push(await runRound(sequencer, client, callers, callers * ROUNDS + round));
  }
  const median = rounds.toSorted((one, other) => one.perSecond - other.perSecond)[Math.floor(ROUNDS / 2)] as Round;
  const { batches, bytes, cpuMicros, madeBytes } = median;
  console.log(
    `${callers} callers: ${ROUND_COMMANDS} commands in ${batches} batches of ${Math.round(bytes / batches)} bytes, ` +
      `${cpuMicros.toFixed(2)} µs of this process's CPU and ${Math.round(madeBytes)} bytes of allocated objects per command, ` +
      'including callers and event bytes',
  );
  return median;
}

async function runRound(sequencer: Sequencer, client: pg.Client, callers: number, seed: number): Promise<Round> {
  const commands = tradingFlow(ROUND_COMMANDS, CLIENTS, seed);
  const before = sequencer.core.position;
  globalThis.gc?.();
  const madeBytes = watchAllocations();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await keepOpen(sequencer, commands, callers);
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  const made = madeBytes();
  const raw = await rawInserts(client, before, before + commands.length);
  return {
    perSecond: commands.length / seconds,
    rawPerSecond: commands.length / raw.seconds,
    batches: raw.batches,
    bytes: raw.bytes,
    cpuMicros: (cpu.user + cpu.system) / commands.length,
    madeBytes: made / commands.length,
    rawP99: raw.p99,
  };
}

async function submitAll(sequencer: Sequencer, commands: readonly Command[]): Promise<void> {
  for (const { refusal } of await Promise.all(commands.map((command) => sequencer.submit(command)))) {
    if (refusal !== undefined) throw new Error(`a setup command was refused: ${refusal}`);
  }
}

/** Each caller sends its next command when the previous one has received a response. */
async function keepOpen(sequencer: Sequencer, commands: readonly Command[], callers: number): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < commands.length) {
      const { refusal } = await sequencer.submit(commands[next++] as Command);
      if (refusal === 'busy') throw new Error('the sequencer refused a command because it was busy');
    }
  };
  await Promise.all(Array.from({ length: callers }, caller));
}

/** p99 latency at 70% load, in ms; also prints how much of that latency is not due to the sequencer. */
async function measureAcknowledgement(sequencer: Sequencer, { perSecond, bytes, rawP99 }: Round): Promise<number> {
  const rate = perSecond * 0.7;
  let batches = 0;
  const stopCounting = sequencer.onBatch(() => {
    batches += 1;
  });
  const { latencies, pausesMs, processors } = await atSteadyRate(sequencer, rate);
  stopCounting();
  const p50 = quantile(latencies, 0.5);
  const p99 = quantile(latencies, 0.99);
  const batchesPerSecond = batches / (STEADY_SECONDS + UNMEASURED_SECONDS);
  const disk = await diskP99((bytes / ROUND_COMMANDS) * (rate / batchesPerSecond), batchesPerSecond);
  console.log(
    `acknowledged at 70% load: p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms; a single raw insert: p99 ${rawP99.toFixed(2)} ms; ` +
      `the disk alone at the same batch rate: p99 ${disk.toFixed(2)} ms`,
  );
  console.log(
    `meanwhile ${pausesMs.length} garbage collection pauses, the longest ${Math.max(0, ...pausesMs).toFixed(1)} ms` +
      (processors === undefined
        ? ''
        : `; ${percent(processors.idle)} of the processors idle, ${percent(processors.stolen)} stolen by the host`),
  );
  return p99;
}

const percent = (share: number): string => `${(share * 100).toFixed(0)}%`;

interface Steady {
  readonly latencies: Float64Array;
  readonly pausesMs: readonly number[];
  readonly processors: ReturnType<ReturnType<typeof watchProcessors>>;
}

/**
 * The command is built when it is sent, as in a server, rather than by `orderSource`: the rounds retain 80,000 orders
 * of that function, so V8 treats its objects as long-lived and allocates them in the old generation, which only a major
 * collection frees.
 */
const asReceived = (orders: readonly Command[], index: number): Command => ({
  ...(orders[index % orders.length] as Extract<Command, { kind: 'PlaceOrder' }>),
  reference: { source: 'client', words: [index, 0, 0, 0] },
});

/** Sends on schedule, without waiting for responses, and measures each latency from the time the command was due. */
async function atSteadyRate(sequencer: Sequencer, perSecond: number): Promise<Steady> {
  const unmeasured = Math.floor(perSecond * UNMEASURED_SECONDS);
  const latencies = new Float64Array(unmeasured + Math.floor(perSecond * STEADY_SECONDS));
  const orders = tradingFlow(ROUND_COMMANDS, CLIENTS, 1);
  globalThis.gc?.();
  const collections = watchCollections();
  const processors = watchProcessors();
  const startedAt = performance.now();
  let answered = 0;
  let next = 0;
  while (answered < latencies.length) {
    const due = Math.min(latencies.length, Math.floor(((performance.now() - startedAt) * perSecond) / 1_000));
    for (; next < due; next += 1) {
      const index = next;
      const dueAt = startedAt + (index * 1_000) / perSecond;
      void sequencer.submit(asReceived(orders, index)).then(() => {
        latencies[index] = performance.now() - dueAt;
        answered += 1;
      });
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  collections.stop();
  return { latencies: latencies.subarray(unmeasured), pausesMs: collections.pausesMs, processors: processors() };
}

/**
 * Inserts the log's batches again, one prepared insert after the other, into a table with the log's columns and
 * storage.
 */
async function rawInserts(
  client: pg.Client,
  after: number,
  through: number,
): Promise<{ seconds: number; batches: number; bytes: number; p99: number }> {
  const text = 'select * from log_batch where first_position > $1 and first_position <= $2 order by n';
  const { rows } = await client.query(text, [after, through]);
  const columns = ['n', 'format', 'epoch', 'first_position', 'count', 'time_ms', 'previous_hash', 'hash', 'payload'];
  const insert = `insert into raw_batch values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`;
  const times = new Float64Array(rows.length);
  const startedAt = performance.now();
  let sentAt = startedAt;
  for (let index = 0; index < rows.length; index += 1) {
    const row = rows[index];
    await client.query({ name: 'raw', text: insert, values: columns.map((column) => row[column]) });
    times[index] = performance.now() - sentAt;
    sentAt += times[index] as number;
  }
  const seconds = (sentAt - startedAt) / 1_000;
  return {
    seconds,
    batches: rows.length,
    bytes: rows.reduce((sum, row) => sum + row.payload.length, 0),
    p99: quantile(times, 0.99),
  };
}

await run();
