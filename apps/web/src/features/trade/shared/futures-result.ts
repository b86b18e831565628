import { formatPrice } from '@vitrine/ui';
import Big from 'big.js';
import { plainPrice } from '../../../lib/decimal.ts';
import type { PositionSide } from '../../../lib/futures.ts';
import { i18n } from '../../../lib/i18n.ts';
import { orderState } from '../../../lib/own-order.ts';
import { feeText, moneyText } from './money-text.ts';
import { endedText } from './order-endings.ts';
import type { OrderResult } from './order-result.ts';

/** The details of a futures order that are needed to describe its result. */
export interface AskedFutures {
  readonly side: PositionSide;
  readonly effect: 'open' | 'close';
  readonly coin: string;
  /** The action, as on its button. */
  readonly act: string;
  readonly hasTrigger?: boolean;
}

/** One line on the immediate outcome: 'Opened long 0.01 BTC at 66,461.0 · fee 0.67 USDT'. */
export const futuresResultText = (asked: AskedFutures, result: OrderResult): string => {
  const t = i18n.getFixedT(null, 'futures');
  const trade = i18n.getFixedT(null, 'trade');
  const state = orderState(result.state);
  if (Number(result.filled) === 0) {
    if (state === 'open') return t(asked.hasTrigger ? 'result.waiting' : 'result.open', { act: asked.act });
    return t('result.nothing', { why: endedText(trade, result.ended_because) });
  }
  const done = t(asked.effect === 'open' ? 'result.opened' : 'result.closed', {
    side: t(`result.side.${asked.side}`),
    amount: moneyText(new Big(result.filled), 0, 8),
    coin: asked.coin,
    price: formatPrice(plainPrice(result.final_price)),
  });
  const rest =
    state === 'open' ? [t('result.restOpen')] : state === 'ended' ? [endedText(trade, result.ended_because)] : [];
  return [done, t('result.fee', { fee: feeText(new Big(result.fee)) }), ...rest].join(' · ');
};
