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
 * Applies the fee rates of the newest settings to the core. These are committed, so the core never precedes a change
 * that fails. Idempotent.
 */
export async function followFeeRates({ exchangeSettings, core, sequencer }: FeeRatesParts): Promise<void> {
  const count = exchangeSettings.current().feeRatesPpm?.length ?? 0;
  for (let tier = 0; tier < count; tier += 1) {
    // Read again for each tier: if a newer version arrives meanwhile, its rates win.
    const rate = exchangeSettings.current().feeRatesPpm?.[tier];
    const held = core.feeSchedule().find((row) => row.tier === tier);
    if (rate === undefined || (held?.makerPpm === rate.maker && held.takerPpm === rate.taker)) continue;
    const { refusal } = await sequencer.submit({
      kind: 'SetFeeSchedule',
      tier,
      makerPpm: ratePpm(rate.maker),
      takerPpm: ratePpm(rate.taker),
    });
    if (refusal !== undefined) throw new Error(`the fees of tier ${tier} were refused: ${refusal}`);
  }
}
