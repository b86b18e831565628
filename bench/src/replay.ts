import { type Command, FIRST_CLIENT_OWNER, type Leg, systemOwners } from '@vitrine/core';
import { assetUnits, priceTicks, sizeLots } from '@vitrine/money';
import { Sequencer } from '@vitrine/sequencer';
import { createDatabase, startTemporaryPostgres } from '@vitrine/tools/temporary-postgres';
import pg from 'pg';
import { printFigure } from './figures.ts';
import { submitAll } from './submit-all.ts';
import { BTC, BTC_USDT, fund, listing, tradingFlow, USDT } from './trading-flow.ts';

const REPLAYED_COMMANDS = 600_000;
const ACCOUNTS = 1_000_000;
const RESTING_ORDERS = 200_000;
const TAIL_COMMANDS = 100_000;

/**
 * Compares the speed at which a starting server replays the log with that of only reading its rows. Then measures the
 * time from a start to the response to the first command, with a million accounts and 200,000 resting orders in the
 * snapshot and some log after it.
 */
async function run(): Promise<void> {
  const postgres = await startTemporaryPostgres();
  try {
    await measureReplay(await createDatabase(postgres.url, 'bench_replay'));
    await measureStart(await createDatabase(postgres.url, 'bench_start'));
  } finally {
    await postgres.stop();
  }
}

async function measureReplay(databaseUrl: string): Promise<void> {
  // Without snapshots, a start replays the whole log; the batch size is that of an exchange under load.
  const snapshots = { everyCommands: Number.POSITIVE_INFINITY };
  const writer = await Sequencer.open({ databaseUrl, snapshots, maxBatchCommands: 100 });
  await submitAll(writer, listing);
  await submitAll(
    writer,
    Array.from({ length: 1_000 }, (_, index) => fund(FIRST_CLIENT_OWNER + index)),
  );
  for (let seed = 1; seed <= REPLAYED_COMMANDS / 100_000; seed += 1) {
    await submitAll(writer, tradingFlow(100_000, 1_000, seed));
  }
  const { position } = writer.core;
  const hash = writer.core.stateHash();
  await writer.close();

  globalThis.gc?.();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const reader = await Sequencer.open({ databaseUrl });
  const perSecond = (position * 1_000) / (performance.now() - startedAt);
  const cpu = process.cpuUsage(cpuBefore);
  if (reader.core.stateHash() !== hash) throw new Error('the replay ended in a different state');
  await reader.close();
  console.log(`${((cpu.user + cpu.system) / position).toFixed(2)} µs of this process's CPU per command replayed`);
  printFigure('replay', perSecond, 'commands/s', 'reading the rows only', await rowsOnly(databaseUrl, position));
}

async function rowsOnly(databaseUrl: string, commands: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const startedAt = performance.now();
  let last = 0;
  for (;;) {
    const text = 'select n, hash, payload from log_batch where n > $1 order by n limit 1000';
    const { rows } = await client.query(text, [last]);
    if (rows.length === 0) break;
    last = Number(rows.at(-1).n);
  }
  const seconds = (performance.now() - startedAt) / 1_000;
  await client.end();
  return commands / seconds;
}

async function measureStart(databaseUrl: string): Promise<void> {
  const writer = await Sequencer.open({ databaseUrl });
  await submitAll(writer, listing);
  await submitAll(writer, openAccounts());
  await submitAll(writer, restingOrders());
  const { bytes } = await writer.snapshot();
  await submitAll(writer, tradingFlow(TAIL_COMMANDS, 1_000, 1));
  await writer.close();

  globalThis.gc?.();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const reader = await Sequencer.open({ databaseUrl });
  await reader.submit({ kind: 'Tick' });
  const seconds = (performance.now() - startedAt) / 1_000;
  const cpu = process.cpuUsage(cpuBefore);
  await reader.close();
  console.log(
    `${ACCOUNTS} accounts and ${RESTING_ORDERS} resting orders: a snapshot of ${Math.round(bytes / 1e6)} MB, then ` +
      `${TAIL_COMMANDS} commands; ${((cpu.user + cpu.system) / 1e6).toFixed(2)} s of CPU`,
  );
  printFigure('replay-start', seconds, 's', 'limit', 5);
}

/** Opens two accounts for each of half a million clients, 25 clients per command. */
function openAccounts(): Command[] {
  const clientsAtOnce = 25;
  return Array.from({ length: ACCOUNTS / 2 / clientsAtOnce }, (_, index) => {
    const first = FIRST_CLIENT_OWNER + index * clientsAtOnce;
    const legs = [USDT, BTC].flatMap((asset) => {
      const units = asset === USDT ? 10_000_000_000 : 100_000_000;
      const gains = Array.from({ length: clientsAtOnce }, (_, client) => legOf(first + client, asset, units));
      return [legOf(systemOwners.custody, asset, -units * clientsAtOnce), ...gains];
    });
    return { kind: 'Transfer', by: systemOwners.custody, purpose: 'deposit', legs };
  });
}

function legOf(owner: number, asset: number, units: number): Leg {
  return { owner, wallet: 'spot', asset, units: assetUnits(units) };
}

/** Both sides of the book, a thousand levels deep, not crossing. */
function restingOrders(): Command[] {
  return Array.from({ length: RESTING_ORDERS }, (_, index) => {
    const side = index % 2 === 0 ? 'buy' : 'sell';
    const away = 20_000 + (Math.floor(index / 2) % 1_000);
    return {
      kind: 'PlaceOrder',
      owner: FIRST_CLIENT_OWNER + 10_000 + index,
      market: BTC_USDT,
      side,
      type: 'limit',
      timeInForce: 'gtc',
      priceTicks: priceTicks(600_000 + (side === 'buy' ? -away : away)),
      sizeLots: sizeLots(100),
    };
  });
}

await run();
