import { type Command, CommandBatch, Core, EventBuffer } from '@vitrine/core';
import { timeMs } from '@vitrine/money';
import { type Outcome, outcomeOf } from '@vitrine/sequencer';
import type pg from 'pg';
import { MoneyRecordsProjection } from '../../../projections/tables/money-records.ts';
import { LedgerWatch } from './ledger-watch.ts';

/** The core with its log in memory: accepted commands survive when the server is killed. */
export class MemoryLog {
  readonly core = new Core({ clientReferences: 64 });
  readonly watch = new LedgerWatch();
  readonly #events = new EventBuffer();
  readonly #records = new MoneyRecordsProjection();
  readonly #nowMs: () => number;
  readonly #moment: () => number;

  constructor(nowMs: () => number, moment: () => number) {
    this.#nowMs = nowMs;
    this.#moment = moment;
  }

  /** Responds like the sequencer when nothing else is in progress. */
  submit(command: Command): Outcome {
    const outcome = this.#outcome(command);
    this.watch.saw(command, outcome, this.#moment());
    this.#record(outcome);
    return outcome;
  }

  /** Updates the table money_records from the log, some time after the commands, as the projector does. */
  async project(pool: pg.Pool): Promise<void> {
    const client = await pool.connect();
    await this.#records.flush(client).finally(() => client.release());
  }

  #record({ position, events }: Outcome): void {
    const at = { position, timeMs: this.#nowMs(), afterPosition: position - 1, line: 0 };
    for (const event of events) {
      switch (event.kind) {
        case 'TransferPosted':
        case 'HoldPending':
        case 'HoldPosted':
        case 'HoldVoided':
          this.#records.apply(event, at);
      }
    }
  }

  #outcome(command: Command): Outcome {
    const refusal = this.core.check(command);
    if (refusal !== undefined) return { position: this.core.position, refusal, events: [] };
    const batch = new CommandBatch();
    batch.push(command);
    this.#events.clear();
    this.core.applyBatch(batch, timeMs(this.#nowMs()), this.#events);
    return outcomeOf(this.core.position, this.#events.eventsOf(0));
  }
}
