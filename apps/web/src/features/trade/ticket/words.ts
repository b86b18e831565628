import { formatPrice } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import { parseDecimal, plain } from '../../../lib/decimal.ts';
import { moneyText } from '../shared/money-text.ts';
import type { PriceAge } from '../shared/price-age.ts';
import { hasPrice, hasTrigger } from './kinds.ts';
import { scaledCount } from './scaled.ts';
import type { TicketContext, TicketError, TicketForm, TicketRules, TicketSummary } from './types.ts';

type T = TFunction<'trade'>;

/** A typed price with the decimals of the market's tick. */
export const priceText = (text: string, { price_decimals }: TicketRules): string => {
  const price = parseDecimal(text);
  return formatPrice(price && plain(price, price_decimals));
};

/** The action with its amount, as on the button: 'Buy 0.0992 BTC at 64,180.0'. Without a size, only the action. */
export const actText = (t: T, form: TicketForm, rules: TicketRules, summary: TicketSummary): string => {
  const side = t(`side.${form.side}`);
  const coin = rules.base;
  if (summary.budget) return t('act.budget', { side, coin, total: moneyText(summary.budget, 0), quote: rules.quote });
  if (!summary.amount?.gt(0)) return t('act.bare', { side, coin });
  const values = {
    side,
    coin,
    amount: moneyText(summary.amount, 0, 8),
    price: priceText(form.price, rules),
    trigger: priceText(form.trigger, rules),
  };
  if (form.kind === 'market') return t('act.market', values);
  if (form.kind === 'scaled') return t('act.scaled', { ...values, count: scaledCount(form) ?? 0 });
  if (form.kind === 'oco') return t('act.oco', values);
  if (!hasPrice(form.kind)) return t('act.marketWhen', values);
  return hasTrigger(form.kind) ? t('act.limitWhen', values) : t('act.limit', values);
};

export const errorText = (t: T, { code, values }: TicketError): string => t(`errors.${code}`, values);

/** Why the order cannot be sent now; undefined if it can. `age`: the age of outdated prices in seconds. */
export const obstacleText = (
  t: T,
  { context }: { readonly context: TicketContext },
  age: PriceAge | undefined,
): string | undefined => {
  const { rules, available, lastPrice } = context;
  if (rules.status !== 'open') return t(`market.${rules.status}`);
  if (age !== undefined) return t(`age.${age.isOnline ? 'reconnecting' : 'offline'}`, { seconds: age.seconds });
  if (lastPrice === '') return t('ticket.waitsForPrice');
  return available === undefined ? t('ticket.waitsForBalance') : undefined;
};
