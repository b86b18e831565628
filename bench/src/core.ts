import { type CommandBatch, Core, EventBuffer } from '@vitrine/core';
import { type LimitOrderOptions, OrderBook, Side as PeerSide } from 'nodejs-order-book';
import { type BookStep, buildFlow, FLOW_TIME, type Flow, type FlowShape, MARKET } from './core-flow.ts';
import { printFigure } from './figures.ts';
import { threadMs } from './thread-time.ts';

const PEER_SECONDS = 4;
/** Rounds of the core and of the peer library; the best round of each is reported. */
const ROUNDS = 3;

/** The first two shapes differ only in the number of resting orders and the seed. */
export const shapes: Readonly<Record<string, FlowShape>> = {
  'core-1k': { resting: 1000, levelsPerSide: 50, operations: 600_000, seed: 1 },
  'core-300k': { resting: 300_000, levelsPerSide: 50, operations: 600_000, seed: 2 },
  'core-spread': { resting: 300_000, levelsPerSide: 80_000, operations: 600_000, seed: 3 },
};

/** A core set up as in the server, after the flow's preparation. */
export const prepared = (flow: Flow): Core => {
  const core = new Core({ roomForOrders: 2 ** 21 });
  applyAll(core, flow.preparation);
  return core;
};

/** Applies batches one by one, as the sequencer does. Returns the number of events. */
export const applyAll = (core: Core, batches: readonly CommandBatch[]): number => {
  const events = new EventBuffer();
  let count = 0;
  for (const batch of batches) {
    events.clear();
    core.applyBatch(batch, FLOW_TIME, events);
    count += events.length;
  }
  return count;
};

/** The seconds of CPU time that the work takes on this thread. Other load on the machine does not count. */
export const threadSeconds = (work: () => void): number => {
  const before = threadMs();
  work();
  return (threadMs() - before) / 1_000;
};

export const commandsIn = (batches: readonly CommandBatch[]): number =>
  batches.reduce((sum, batch) => sum + batch.length, 0);

interface CoreRates {
  /** Commands per second of the thread's CPU time. */
  readonly byProcessor: number;
  /** Commands per second of wall time, which includes other load on the machine. */
  readonly byClock: number;
}

/** Commands/s of a fresh core on the flow, with all features on. */
const coreRound = (flow: Flow): CoreRates => {
  const core = prepared(flow);
  globalThis.gc?.();
  const begun = performance.now();
  const seconds = threadSeconds(() => applyAll(core, flow.batches));
  const commands = commandsIn(flow.batches);
  return { byProcessor: commands / seconds, byClock: (commands * 1000) / (performance.now() - begun) };
};

/** The rate of the core on the flow, in commands per second of the thread's CPU time: that of the best round. */
export const coreRate = (flow: Flow): number =>
  Math.max(...Array.from({ length: ROUNDS }, () => coreRound(flow).byProcessor));

/** The package declares time in force as an enum that it does not export. */
const IOC = 'IOC' as NonNullable<LimitOrderOptions['timeInForce']>;
const peerSide = { buy: PeerSide.BUY, sell: PeerSide.SELL };

const stepPeer = (book: OrderBook, step: BookStep): void => {
  if (step.kind === 'cancel') book.cancel(step.id);
  else if (step.kind === 'limit')
    book.limit({ side: peerSide[step.side], id: step.id, size: step.size, price: step.price });
  else
    book.limit({
      side: peerSide[step.side],
      id: step.id,
      size: step.size,
      price: step.price,
      timeInForce: IOC,
    });
};

/** Steps/s of a fresh peer book on the part of the same flow that the book can process in a few seconds. */
const peerRound = (flow: Flow): number => {
  const book = new OrderBook();
  for (const step of flow.preparationSteps) stepPeer(book, step);
  globalThis.gc?.();
  let done = 0;
  let seconds = 0;
  while (done < flow.steps.length && seconds < PEER_SECONDS) {
    const some = flow.steps.slice(done, done + 500);
    seconds += threadSeconds(() => {
      for (const step of some) stepPeer(book, step);
    });
    done += some.length;
  }
  if (done === flow.steps.length) agree(book, flow);
  return done / seconds;
};

/** Throws unless both books are the same after the whole flow. */
const agree = (book: OrderBook, flow: Flow): void => {
  const core = prepared(flow);
  applyAll(core, flow.batches);
  const { bids, asks } = core.depth(MARKET, Number.MAX_SAFE_INTEGER);
  const [theirAsks, theirBids] = book.depth();
  const same = (ours: [number, number][], theirs: [number, number][]) =>
    JSON.stringify([...ours].sort((a, b) => a[0] - b[0])) === JSON.stringify([...theirs].sort((a, b) => a[0] - b[0]));
  if (!same(bids, theirBids) || !same(asks, theirAsks))
    throw new Error('the two order books differ after the same orders');
};

/**
 * Compares operations/s of the core with all features on with those of the bare book of nodejs-order-book, on the same
 * flows. The two take turns, so that the machine is in the same state for both; the best round of each is reported.
 */
async function run(): Promise<void> {
  for (const [name, shape] of Object.entries(shapes)) {
    const flow = buildFlow(shape);
    let core = 0;
    let byClock = 0;
    let peer = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const rates = coreRound(flow);
      core = Math.max(core, rates.byProcessor);
      byClock = Math.max(byClock, rates.byClock);
      peer = Math.max(peer, peerRound(flow));
    }
    console.log(`${name}: rates per second of processor time; the core by wall time ${Math.round(byClock)} ops/s`);
    printFigure(name, core, 'ops/s', 'nodejs-order-book', peer);
  }
}

if (import.meta.main) await run();
