import type { CoreEvent } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { AppliedBatch } from '@vitrine/sequencer';

/** Events by the index of their command in the batch. */
export interface Events {
  forEach(visit: (commandIndex: number, event: CoreEvent) => void): void;
}

/** The events of the commands starting at `firstPosition`, as announced by the sequencer. */
export interface EventBatch<E extends Events = Events> {
  readonly firstPosition: number;
  readonly count: number;
  readonly timeMs: TimeMs;
  /** Read them only during the call that receives the batch: their memory is reused afterwards. */
  readonly events: E;
}

/** The same batch with its events decoded once, for several readers. */
export const decodeOnce = (batch: AppliedBatch): EventBatch => ({ ...batch, events: batch.decoded });
