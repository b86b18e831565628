import { type Command, CommandBatch, type Core, EventBuffer } from '@vitrine/core';
import { priceTicks, ratePpm } from '@vitrine/money';
import { printFigure } from './figures.ts';
import { FIRST_CLIENT, FLOW_TIME, limit, MARK, PERPETUAL, Recorder, setUp } from './futures-flow.ts';
import { threadMs } from './thread-time.ts';

/** The number of clients: each opens a long or a short position of one lot, and has two more orders open. */
const CLIENTS = 100_000;
const LIMIT_MS = 10;
const WARM_UP_CLIENTS = 4000;
const WARM_UP_ROUNDS = 3;

const events = new EventBuffer();
const one = new CommandBatch();

/** The opening pause of the market is due only later. */
const isDue = (core: Core): boolean => (core.nextDueMs() ?? Number.POSITIVE_INFINITY) <= FLOW_TIME;

/**
 * Applies the command and then ticks until nothing is due. Returns the longest time that any of these commands took,
 * and the number of commands.
 */
const run = (core: Core, command: Command): { worstMs: number; commands: number } => {
  let worstMs = 0;
  let commands = 0;
  for (let next: Command = command; commands === 0 || isDue(core); next = { kind: 'Tick' }) {
    events.clear();
    one.clear();
    one.push(next);
    const before = threadMs();
    core.applyBatch(one, FLOW_TIME, events);
    worstMs = Math.max(worstMs, threadMs() - before);
    commands++;
  }
  return { worstMs, commands };
};

const world = (clients: number): Core => {
  const recorder = new Recorder();
  for (const command of setUp(clients)) recorder.run(command);
  for (let i = 0; i < clients; i += 2) {
    const [long, short] = [FIRST_CLIENT + i, FIRST_CLIENT + i + 1];
    // Many entry prices, so that all liquidation prices and ranks differ.
    const price = MARK + (i % 20_000);
    recorder.run(limit(long, 'buy', price, 1, false));
    recorder.run(limit(short, 'sell', price, 1, false));
    recorder.run(limit(long, 'sell', MARK + 100_000 + (i % 1000), 1, true));
    recorder.run(limit(short, 'buy', MARK - 100_000 - (i % 1000), 1, true));
  }
  return recorder.core;
};

const storms: readonly [name: string, command: Command][] = [
  ['funding', { kind: 'SettleFunding', market: PERPETUAL, payer: 'long', ratePpm: ratePpm(100) }],
  ['liquidation', { kind: 'SetMarkPrice', market: PERPETUAL, markTicks: priceTicks(0.6 * MARK) }],
];
// Warm-up: a real server has compiled this code long before a storm.
for (let round = 0; round < WARM_UP_ROUNDS; round++) {
  const small = world(WARM_UP_CLIENTS);
  for (const [, command] of storms) run(small, command);
}
const core = world(CLIENTS);
globalThis.gc?.();
for (const [name, command] of storms) {
  const { worstMs, commands } = run(core, command);
  console.log(`${name}: ${commands} commands, the longest took ${worstMs.toFixed(2)} ms of processor time`);
  printFigure(`core-futures-storm-${name}`, worstMs, 'ms', 'limit', LIMIT_MS);
}
