import type { Command, HoldUnits } from '@vitrine/core';
import type { Outcome } from '@vitrine/sequencer';

type Transfer = Extract<Command, { kind: 'Transfer' }>;

/** A hold according to the log. A moment is the number of blocks mined so far. */
export interface WatchedHold {
  readonly hold: number;
  readonly command: HoldUnits;
  readonly madeAt: number;
  postedAt?: number;
  voidedAt?: number;
}

/** Custody's holds and transfers, taken only from the log, not from custody's rows. */
export class LedgerWatch {
  readonly holds: WatchedHold[] = [];
  readonly transfers: Transfer[] = [];
  readonly #byHold = new Map<number, WatchedHold>();

  /** Records the outcome of a command at this moment. */
  saw(command: Command, { refusal, repeated, events }: Outcome, moment: number): void {
    if (refusal !== undefined || repeated !== undefined) return;
    if (command.kind === 'Transfer') this.transfers.push(command);
    if (command.kind === 'HoldUnits') this.#made(command, events, moment);
    if (command.kind === 'PostHold') Object.assign(this.#byHold.get(command.hold) ?? {}, { postedAt: moment });
    if (command.kind === 'VoidHold') Object.assign(this.#byHold.get(command.hold) ?? {}, { voidedAt: moment });
  }

  #made(command: HoldUnits, events: Outcome['events'], madeAt: number): void {
    const pending = events.find(({ kind }) => kind === 'HoldPending');
    if (pending?.kind !== 'HoldPending') throw new Error('no HoldPending event was emitted for an accepted hold');
    const watched = { hold: pending.hold, command, madeAt };
    this.holds.push(watched);
    this.#byHold.set(pending.hold, watched);
  }

  of(purpose: HoldUnits['purpose']): readonly WatchedHold[] {
    return this.holds.filter(({ command }) => command.purpose === purpose);
  }

  /**
   * Units moved to this account by transfers of the withdrawal with this record number; without `record`, by transfers
   * that belong to no withdrawal.
   */
  moved(to: number, record?: number): readonly number[] {
    return this.transfers
      .filter((transfer) => transfer.purpose === 'withdrawal' && transfer.record === record)
      .flatMap(({ legs }) => legs.filter(({ owner, units }) => owner === to && units > 0).map(({ units }) => units));
  }
}
