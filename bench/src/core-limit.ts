import type { CommandBatch } from '@vitrine/core';
import { applyAll, commandsIn, coreRate, prepared, shapes, threadSeconds } from './core.ts';
import { buildFlow, type Flow } from './core-flow.ts';
import { printFigure } from './figures.ts';

/**
 * The least work that any core must do: reads every byte of the flow and writes as many words as the core's events
 * have.
 */
const bareLoop = (batches: readonly CommandBatch[], wordsPerBatch: number): number => {
  const words = new Float64Array(wordsPerBatch);
  let last = 0;
  for (const batch of batches) {
    const bytes = batch.view();
    for (let i = 0; i < bytes.length; i++) last = (last + (bytes[i] ?? 0)) | 0;
    for (let i = 0; i < wordsPerBatch; i++) words[i] = last + i;
  }
  return last + (words[0] ?? 0);
};

/** Average words per event in these flows. */
const WORDS_PER_EVENT = 9;

const limitRate = (flow: Flow): number => {
  const events = applyAll(prepared(flow), flow.batches);
  const wordsPerBatch = Math.ceil((events * WORDS_PER_EVENT) / flow.batches.length);
  let best = 0;
  for (let round = 0; round < 3; round++) {
    const seconds = threadSeconds(() => bareLoop(flow.batches, wordsPerBatch));
    best = Math.max(best, commandsIn(flow.batches) / seconds);
  }
  return best;
};

/**
 * For each flow of the `core` benchmark, compares the core with a bare loop that only reads the commands and writes as
 * many events.
 */
async function run(): Promise<void> {
  for (const [name, shape] of Object.entries(shapes)) {
    const flow = buildFlow(shape);
    printFigure(name.replace('core', 'core-limit'), coreRate(flow), 'ops/s', 'a bare loop', limitRate(flow));
  }
}

if (import.meta.main) await run();
