import type { Command, Core, CoreEvent, CoreSettings } from '@vitrine/core';
import { Oracle } from '@vitrine/core/oracle';
import type { AppliedBatch } from '@vitrine/sequencer';
import { assert } from './findings.ts';

/** The oracle, which applies the same commands at the same times and must give the same events and the same hash. */
export class Twin {
  readonly #oracle: Oracle;

  constructor(settings: CoreSettings) {
    this.#oracle = new Oracle(settings);
  }

  follow(applied: AppliedBatch, commands: readonly Command[], timeMs: number): void {
    this.#oracle.startBatch(timeMs);
    commands.forEach((command, index) => {
      const expected = this.#oracle.apply(command);
      const events = applied.events.eventsOf(index);
      const at = events.findIndex((event, each) => !isSame(event, expected[each]));
      const first = at < 0 ? events.length : at;
      const told = () =>
        `after ${JSON.stringify(command)} at position ${applied.firstPosition + index}, event ${first + 1} is ` +
        `${JSON.stringify(events[first])} in the core and ${JSON.stringify(expected[first])} in the oracle`;
      assert(at < 0 && events.length === expected.length, 'core and oracle agree', told);
    });
  }

  compare(core: Core): void {
    const told = () => `their states differ at position ${core.position}`;
    assert(core.stateHash() === this.#oracle.hash(), 'core and oracle agree', told);
  }
}

/** Whether both values have the same fields; an undefined field is treated as absent. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const [one, other] = [a as Partial<CoreEvent>, b as Partial<CoreEvent>];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof CoreEvent>;
  return [...names].every((name) => isSame(one[name], other[name]));
}
