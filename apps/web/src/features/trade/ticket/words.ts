import { formatPrice } from '@vitrine/ui';
import type Big from 'big.js';
import type { TFunction } from 'i18next';
import { parseDecimal, plain, QUOTE_DECIMALS } from '../../../lib/decimal.ts';
import { pairLabel } from '../../../lib/market-names.ts';
import { attachedLines } from '../shared/attached-words.ts';
import { boundText, moneyText } from '../shared/money-text.ts';
import type { ConfirmLine, ConfirmWords } from '../shared/order-desk.ts';
import { type AskedOrder, resultText } from '../shared/order-result.ts';
import type { PriceAge } from '../shared/price-age.ts';
import { attachedForm } from './errors.ts';
import { hasPrice, hasTrigger } from './kinds.ts';
import { scaledCount } from './scaled.ts';
import type { TicketContext, TicketError, TicketForm, TicketRules, TicketSummary } from './types.ts';

type T = TFunction<'trade'>;

const MINUS = '−';

/** A typed price with the decimals of the market's tick. */
const priceText = (text: string, { price_decimals }: TicketRules): string => {
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

/**
 * The rows for the worst case ('You pay at most', 'You receive at least'), unrounded so that they add up. If the order
 * may rest in the book, also the total with the maker fee.
 */
const costLines = (t: T, form: TicketForm, { quote, maker_rate_percent }: TicketRules, summary: TicketSummary) => {
  const { bound, boundNotional, boundFee, boundPercent, notional } = summary;
  if (!bound) return [];
  const usdt = (value: Big, side = form.side) => `${boundText(value, side, QUOTE_DECIMALS)} ${quote}`;
  const total = { label: t(`ticket.bound.${form.side}`), value: usdt(bound) };
  if (!boundNotional || !boundFee) return [total];
  const isAtPrice = notional?.eq(boundNotional);
  return [
    {
      label: t(isAtPrice ? 'confirm.value' : 'confirm.worstValue'),
      value: usdt(boundNotional),
    },
    {
      label: t(form.postOnly ? 'ticket.fee.maker' : 'confirm.feeIfTaker', { rate: boundPercent }),
      // Rounded up, so that the fee never looks smaller than it is.
      value: `${form.side === 'BUY' ? '+' : MINUS} ${usdt(boundFee, 'BUY')}`,
    },
    total,
    summary.ifMaker && {
      label: t('confirm.ifMaker', { rate: maker_rate_percent }),
      value: usdt(summary.ifMaker),
      faint: true,
    },
  ];
};

const pricesText = (t: T, form: TicketForm, rules: TicketRules): string => {
  if (!hasPrice(form.kind)) return t('ticket.marketPrice');
  const end = form.kind === 'scaled' ? ` – ${priceText(form.endPrice, rules)}` : '';
  return `${priceText(form.price, rules)}${end} ${rules.quote}`;
};

const confirmLines = (t: T, form: TicketForm, rules: TicketRules, summary: TicketSummary): ConfirmLine[] => {
  const quote = rules.quote;
  const lines: (ConfirmLine | false | undefined)[] = [
    { label: t('confirm.pair'), value: pairLabel(rules) },
    { label: t('confirm.type'), value: t(`kind.${form.kind}`) },
    hasTrigger(form.kind) && { label: t('ticket.trigger'), value: `${priceText(form.trigger, rules)} ${quote}` },
    {
      label: t('ticket.price'),
      value: pricesText(t, form, rules),
    },
    form.stopPrice !== '' && { label: t('ticket.stopPrice'), value: `${priceText(form.stopPrice, rules)} ${quote}` },
    {
      label: t(summary.budget ? 'ticket.estimatedAmount' : 'ticket.amount'),
      value: `${moneyText(summary.amount, 0, 8)} ${rules.base}`,
    },
    ...attachedLines(attachedForm(form), quote),
    ...costLines(t, form, rules, summary),
  ];
  return lines.filter((line): line is ConfirmLine => Boolean(line));
};

export const confirmWords = (t: T, form: TicketForm, rules: TicketRules, summary: TicketSummary): ConfirmWords => {
  const act = actText(t, form, rules, summary);
  const asked: AskedOrder = {
    side: form.side,
    coin: rules.base,
    quote: rules.quote,
    act,
    amount: summary.budget ? undefined : summary.amount && plain(summary.amount),
    priceDecimals: rules.price_decimals,
    // An OCO does not wait for its trigger: its limit order is in the book immediately.
    hasTrigger: hasTrigger(form.kind) && form.kind !== 'oco',
  };
  return {
    title: t(`confirm.title.${form.side}`, { coin: rules.base }),
    act,
    side: form.side,
    lines: confirmLines(t, form, rules, summary),
    success: t('confirm.success'),
    result: (result) =>
      form.kind === 'scaled' ? t('result.scaled', { count: scaledCount(form) ?? 0 }) : resultText(t, asked, result),
  };
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
