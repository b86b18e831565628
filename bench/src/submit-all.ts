import type { Command } from '@vitrine/core';
import type { Sequencer } from '@vitrine/sequencer';

/** Submits commands a few thousand at a time, so that they fit in the sequencer's queue. */
export async function submitAll(sequencer: Sequencer, commands: readonly Command[]): Promise<void> {
  const atOnce = 5_000;
  for (let index = 0; index < commands.length; index += atOnce) {
    const part = commands.slice(index, index + atOnce);
    for (const { refusal } of await Promise.all(part.map((command) => sequencer.submit(command)))) {
      if (refusal !== undefined && refusal !== 'exceeds_balance') throw new Error(`a command was refused: ${refusal}`);
    }
  }
}
