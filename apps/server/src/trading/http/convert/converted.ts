import type { Converted } from '@vitrine/core';
import type { Instruments } from '../../../kit/instruments.ts';
import { amountText } from './conversion.ts';
import { rateText } from './rate.ts';

type Amounts = Pick<Converted, 'from' | 'to' | 'quote' | 'spentUnits' | 'receivedUnits' | 'feeUnits'>;

/** A conversion: the amounts spent and received, and the fee. */
export function convertedOnWire(instruments: Instruments, { spentUnits, receivedUnits, ...done }: Amounts) {
  const from = instruments.asset(done.from);
  const to = instruments.asset(done.to);
  const fee = instruments.asset(done.quote);
  return {
    from: from.code,
    to: to.code,
    amount: amountText(from, spentUnits),
    receives: amountText(to, receivedUnits),
    rate: rateText(from, spentUnits, to, receivedUnits),
    fee: amountText(fee, done.feeUnits),
    fee_coin: fee.code,
  };
}
