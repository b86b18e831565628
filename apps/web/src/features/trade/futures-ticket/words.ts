import { formatPrice } from '@vitrine/ui';
import type Big from 'big.js';
import type { TFunction } from 'i18next';
import { plain } from '../../../lib/decimal.ts';
import { moneyText } from '../shared/money-text.ts';
import { type FuturesContext, type FuturesForm, type FuturesSummary, hasLimit } from './form.ts';

type T = TFunction<'futures'>;

/** A price with the decimals of the market; a dash while it is unknown. */
export const priceText = (price: Big | undefined, decimals: number): string =>
  price === undefined ? '–' : formatPrice(plain(price, decimals));

/** The action with its amount, as on the button: 'BUY MORE 0.17389 BTC at 64,180.0'. */
export const actText = (
  t: T,
  form: FuturesForm,
  { market }: FuturesContext,
  { size, price }: FuturesSummary,
): string => {
  const values = { side: t(`side.${form.side}`), coin: market.base };
  if (!size?.gt(0)) return t('act.bare', values);
  const sized = {
    ...values,
    amount: moneyText(size, 0, 8),
    price: priceText(price, market.price_decimals),
    trigger: formatPrice(form.trigger),
  };
  if (form.kind === 'trigger') return t(hasLimit(form) ? 'act.limitWhen' : 'act.marketWhen', sized);
  return t(`act.${form.kind}`, sized);
};
