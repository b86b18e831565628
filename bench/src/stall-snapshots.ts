import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, FIRST_CLIENT_OWNER, systemOwners } from '@vitrine/core';
import { assetUnits, priceTicks, sizeLots } from '@vitrine/money';
import { Sequencer, type SequencerNotice } from '@vitrine/sequencer';
import { createDatabase, startTemporaryPostgres } from '@vitrine/tools/temporary-postgres';
import { submitAll } from './submit-all.ts';
import { threadMs } from './thread-time.ts';
import { BTC, BTC_USDT, listing, USDT } from './trading-flow.ts';

const ORDERS_OF_A_CLIENT = 10_000;

/**
 * The longest CPU time, in ms, for which the core's thread works without a break while a snapshot of `orders` resting
 * orders is made. A worker computes the snapshot from the log, so the core's thread only starts the worker and receives
 * the result. Also prints the CPU time of the snapshot at a shutdown, which copies the state in one go: by then no
 * requests are served.
 */
export async function snapshotMs(orders: number): Promise<number> {
  const postgres = await startTemporaryPostgres();
  try {
    return await measure(await createDatabase(postgres.url, 'bench_stall'), orders);
  } finally {
    await postgres.stop();
  }
}

async function measure(databaseUrl: string, orders: number): Promise<number> {
  const setup = [...listing, ...deposits(Math.ceil(orders / ORDERS_OF_A_CLIENT))];
  // A log's first command activates the rules, and a Tick after all orders makes the snapshot due.
  const everyCommands = 3 + setup.length + orders;
  const { promise: notice, resolve: onNotice } = Promise.withResolvers<SequencerNotice>();
  const sequencer = await Sequencer.open({
    databaseUrl,
    snapshots: { everyCommands },
    onNotice,
  });
  await submitAll(sequencer, setup);
  await submitAll(
    sequencer,
    Array.from({ length: orders }, (_, index) => resting(index)),
  );
  globalThis.gc?.();
  const work = sequencer.submit({ kind: 'Tick' }).then(() => notice);
  const ms = await longestStretchMs(work);
  const { kind } = await work;
  if (kind !== 'SnapshotWritten') throw new Error(`the snapshot was not written: ${kind}`);
  const stopped = threadMs();
  sequencer.core.takeSnapshot();
  console.error(
    `the snapshot taken at shutdown, of ${orders} orders: ${(threadMs() - stopped).toFixed(1)} ms of processor time`,
  );
  await sequencer.close();
  return ms;
}

/** How often the thread checks whether it is free; if it checked more often, the checks would be most of its work. */
const LOOK_EVERY_MS = 1;

/** The longest CPU time that this thread uses between two turns of its event loop, until the promise is settled. */
async function longestStretchMs(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  let longest = 0;
  while (!isDone) {
    const before = threadMs();
    await sleep(LOOK_EVERY_MS);
    longest = Math.max(longest, threadMs() - before);
  }
  return longest;
}

function deposits(clients: number): Command[] {
  return Array.from({ length: clients }, (_, index) => ({
    kind: 'Transfer',
    by: systemOwners.custody,
    purpose: 'deposit',
    legs: [USDT, BTC].flatMap((asset) => [
      { owner: systemOwners.custody, wallet: 'spot', asset, units: assetUnits(-1e12) },
      { owner: FIRST_CLIENT_OWNER + index, wallet: 'spot', asset, units: assetUnits(1e12) },
    ]),
  }));
}

/** The resting order with this index; the orders are spread over 100,000 levels per side. */
function resting(index: number): Command {
  const side = index % 2 === 0 ? 'buy' : 'sell';
  const away = 1 + ((index >> 1) % 100_000);
  return {
    kind: 'PlaceOrder',
    owner: FIRST_CLIENT_OWNER + Math.floor(index / ORDERS_OF_A_CLIENT),
    market: BTC_USDT,
    side,
    type: 'limit',
    timeInForce: 'gtc',
    priceTicks: priceTicks(600_000 + (side === 'buy' ? -away : away)),
    sizeLots: sizeLots(1),
  };
}
