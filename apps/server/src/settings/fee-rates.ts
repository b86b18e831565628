import type { Command, Core } from '@vitrine/core';
import { ratePpm } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { ExchangeSettingsStore } from './exchange-settings.ts';

export interface FeeRatesParts {
  readonly exchangeSettings: Pick<ExchangeSettingsStore, 'current'>;
  readonly core: Pick<Core, 'feeSchedule'>;
  readonly sequencer: { submit(command: Command): Promise<Outcome> };
}

/**
 * Applies the fee rates of the newest settings to the core. Only committed settings are applied, so the core never has
 * the rates of a change that failed. Idempotent.
 */
export async function followFeeRates({ exchangeSettings, core, sequencer }: FeeRatesParts): Promise<void> {
  const count = exchangeSettings.current().feeRatesPpm?.length ?? 0;
  for (let tier = 0; tier < count; tier += 1) {
    // The settings are read again for each tier, so that if a new version arrives in the meantime, its rates are
    // applied.
    const rate = exchangeSettings.current().feeRatesPpm?.[tier];
    const held = core.feeSchedule().find((row) => row.tier === tier);
    if (rate === undefined || (held?.makerPpm === rate.maker && held.takerPpm === rate.taker)) continue;
    const { refusal } = await sequencer.submit({
      kind: 'SetFeeSchedule',
      tier,
      makerPpm: ratePpm(rate.maker),
      takerPpm: ratePpm(rate.taker),
    });
    if (refusal !== undefined) throw new Error(`the core refused the fee rates of tier ${tier}: ${refusal}`);
  }
}
