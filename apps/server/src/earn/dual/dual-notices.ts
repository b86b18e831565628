import { formatDecimal, trimZeros } from '@vitrine/money';
import type { PoolClient } from 'pg';
import type { StakeNoticesParts } from '../stakes/stake-notices.ts';
import { settledMail } from './dual-mails.ts';
import type { Dual, DualOutcome } from './dual-table.ts';

/** Notifies clients of how their dual investments ended, in the transaction that stores the outcome. */
export interface DualNotices {
  settled(client: PoolClient, dual: Dual, outcome: DualOutcome): Promise<void>;
}

const kinds = { returned: 'dual_returned', converted: 'dual_converted', unpriced: 'dual_unpriced' } as const;

export function dualNotices({ notices, mailQueue, brand, instruments, amountText }: StakeNoticesParts): DualNotices {
  return {
    async settled(client, dual, outcome) {
      const { base, quote } = instruments.byMarket(dual.market);
      const price = (units: number) => trimZeros(formatDecimal(units, quote.scale));
      const [paidAsset, paidUnits] =
        outcome === 'converted'
          ? [dual.otherAsset, dual.convertedUnits]
          : [dual.asset, dual.principalUnits + dual.yieldUnits];
      const words = {
        coin: base.code,
        amount: trimZeros(amountText(dual.asset, dual.principalUnits)),
        asset: instruments.asset(dual.asset).code,
        receives: trimZeros(amountText(paidAsset, paidUnits)),
        received: instruments.asset(paidAsset).code,
        strike: price(dual.strikeUnits),
        price: price(dual.settlement?.priceUnits ?? 0),
      };
      await notices.add(dual.owner, kinds[outcome], words, client);
      await mailQueue.add(dual.owner, settledMail(brand(), outcome, words), client);
    },
  };
}
