import type { Command, Core } from '@vitrine/core';
import type { TimeMs } from '@vitrine/money';
import type { TradingVolume } from '../../projections/tables/trading-volume.ts';
import { tierOfVolume } from '../../settings/fee-tiers.ts';

export interface AssignFeeTiersParts {
  readonly volume: TradingVolume;
  readonly core: () => Core;
  readonly clock: () => TimeMs;
  /** Units of the quote asset in one USDT. */
  readonly unitsPerUsdt: () => number;
  /** By tier number, the minimum 30-day volume for the tier, in whole USDT. */
  readonly volumesFrom: () => readonly number[];
  readonly submit: (command: Command) => Promise<unknown>;
}

/**
 * Gives each client who has ever traded the fee tier that their volume of the last 30 days qualifies for. A second run
 * changes nothing.
 */
export class AssignFeeTiers {
  readonly #parts: AssignFeeTiersParts;

  constructor(parts: AssignFeeTiersParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    const { volume, core, clock, unitsPerUsdt, volumesFrom, submit } = this.#parts;
    for (const [owner, units] of await volume.all(clock())) {
      const tier = tierOfVolume(units / unitsPerUsdt(), volumesFrom());
      if (core().feeTier(owner).tier !== tier) await submit({ kind: 'SetFeeTier', owner, tier });
    }
  }
}
