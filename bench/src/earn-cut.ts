import { type Command, CommandBatch, EventBuffer } from '@vitrine/core';
import { assetUnits, timeMs } from '@vitrine/money';
import { commandOf } from '@vitrine/server/earn-entries';
import { MOST_ACCRUED, MOST_BATCHES, MOST_OWNERS } from '@vitrine/server/earn-turns';
import { printFigure } from './figures.ts';
import { FIRST_CLIENT, many, QUOTE, StallWorld } from './stall-world.ts';
import { threadMs } from './thread-time.ts';

const LIMIT_MS = 10;
/** Flexible stakes, each of another client, and as many locked ones. */
const STAKES = 1_000_000;
/** The best round is reported, because other load hits a different command in each round. */
const ROUNDS = 3;
const POOL = 1;
const POOL_OWNER = 100 + POOL;
const TREASURY = 3;

const common = { pool: POOL, asset: QUOTE, cut: 0, isUnfunded: false, epoch: undefined } as const;

/** The entries by which one day's interest of all stakes is posted. */
function* postings(day: number): Generator<Command> {
  const paid = Math.ceil(STAKES / MOST_OWNERS);
  for (let n = 0; n < paid; n += 1) {
    const count = Math.min(MOST_OWNERS, STAKES - n * MOST_OWNERS);
    const owners = Array.from({ length: count }, (_, i) => FIRST_CLIENT + n * MOST_OWNERS + i);
    const id = day * 1_000_000 + n + 1;
    const amounts = owners.map(() => 1);
    yield commandOf({ ...common, id, kind: 'paid', units: assetUnits(count), owners, amounts });
  }
  for (let n = 0; n < STAKES / MOST_ACCRUED; n += 1) {
    const id = day * 1_000_000 + paid + n + 1;
    yield commandOf({ ...common, id, kind: 'accrued', units: assetUnits(MOST_ACCRUED), owners: [], amounts: [] });
  }
}

const fundPool = (wallet: 'earn' | 'funding'): Command => ({
  kind: 'Transfer',
  by: TREASURY,
  purpose: 'house_funding',
  legs: [
    { owner: TREASURY, wallet: 'spot', asset: QUOTE, units: assetUnits(-1e12) },
    { owner: POOL_OWNER, wallet, asset: QUOTE, units: assetUnits(1e12) },
  ],
});

/** The longest time for which one command, and one turn of the duty, holds the core, in processor time. */
function round(): { readonly commandMs: number; readonly turnMs: number } {
  const world = new StallWorld(1024);
  world.prepare([fundPool('earn'), fundPool('funding')]);
  // Compiles the code, as on an exchange that has been open for a minute.
  world.prepare(
    many(20_000, (n) =>
      commandOf({ ...common, id: 1e9 + n, kind: 'accrued', units: assetUnits(1), owners: [], amounts: [] }),
    ),
  );
  // On the first day the accounts are new, so that the core's tables grow.
  const firstMs = world.worstMs;
  world.runAll(postings(0));
  const commandMs = Math.max(world.worstMs, firstMs);
  const batch = new CommandBatch();
  const events = new EventBuffer();
  let turnMs = 0;
  const turn = () => {
    events.clear();
    const before = threadMs();
    world.core.applyBatch(batch, timeMs(world.timeMs), events);
    turnMs = Math.max(turnMs, threadMs() - before);
    batch.clear();
  };
  world.wait(86_400_000);
  for (const command of postings(1)) {
    batch.push(command);
    if (batch.length === MOST_BATCHES) turn();
  }
  turn();
  return { commandMs, turnMs };
}

const rounds = Array.from({ length: ROUNDS }, round);
const commandMs = Math.min(...rounds.map((one) => one.commandMs));
const turnMs = Math.min(...rounds.map((one) => one.turnMs));
console.log(`${STAKES} flexible and ${STAKES} locked stakes: the longest entry took ${commandMs.toFixed(2)} ms`);
console.log(`the longest turn, of ${MOST_BATCHES} entries, took ${turnMs.toFixed(2)} ms`);
printFigure('earn-cut', commandMs, 'ms', 'limit', LIMIT_MS);
printFigure('earn-cut-turn', turnMs, 'ms', 'limit', LIMIT_MS);
