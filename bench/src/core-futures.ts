import { type CommandBatch, Core } from '@vitrine/core';
import { priceTicks } from '@vitrine/money';
import { applyAll, commandsIn, threadSeconds } from './core.ts';
import { printFigure } from './figures.ts';
import { FIRST_CLIENT, limit, MARK, PERPETUAL, Recorder, seeded, setUp } from './futures-flow.ts';

const CLIENTS = 2000;
const RESTING = 10_000;
const OPERATIONS = 600_000;
const LEVELS = 50;
const ROUNDS = 3;
/** The goal for the commands per second of one thread's CPU time. */
const GOAL = 1_000_000;

/**
 * A flow in a perpetual market: 45% resting orders, 43% cancels, 10% takers that open or close positions, and 2% mark
 * prices that wander by up to 0.1%. A third of the orders are reduce-only if their owners have a position.
 */
const buildFlow = (): { preparation: CommandBatch[]; batches: CommandBatch[] } => {
  const random = seeded(1);
  const flow = new Recorder();
  for (const command of setUp(CLIENTS)) flow.run(command);
  const place = (isTaker: boolean): void => {
    const owner = FIRST_CLIENT + random(CLIENTS);
    const side = random(2) === 0 ? 'buy' : 'sell';
    const closes = side === 'buy' ? 'short' : 'long';
    const reduceOnly = random(3) === 0 && flow.core.positions(owner).some(({ position }) => position === closes);
    const away = isTaker ? -LEVELS : 1 + random(LEVELS);
    flow.run(
      limit(owner, side, side === 'buy' ? MARK - away : MARK + away, 1 + random(isTaker ? 150 : 100), reduceOnly),
    );
  };
  while (flow.open.length < RESTING) place(false);
  const preparation = flow.batches.splice(0);
  for (let i = 0; i < OPERATIONS; i++) {
    const choice = random(100);
    if (choice < 10) place(true);
    else if (choice < 12)
      flow.run({ kind: 'SetMarkPrice', market: PERPETUAL, markTicks: priceTicks(MARK - 1000 + random(2001)) });
    else if (flow.open.length < RESTING) place(false);
    else {
      const [order, owner] = flow.open[random(flow.open.length)] ?? [0, 0];
      flow.run({ kind: 'CancelOrder', owner, order });
    }
  }
  return { preparation, batches: flow.batches };
};

const flow = buildFlow();
let best = 0;
for (let round = 0; round < ROUNDS; round++) {
  const core = new Core({ roomForOrders: 2 ** 20 });
  applyAll(core, flow.preparation);
  globalThis.gc?.();
  best = Math.max(best, commandsIn(flow.batches) / threadSeconds(() => applyAll(core, flow.batches)));
}
printFigure('core-futures', best, 'commands/s', 'goal', GOAL);
