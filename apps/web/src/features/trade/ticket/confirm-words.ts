import type Big from 'big.js';
import type { TFunction } from 'i18next';
import { plain, QUOTE_DECIMALS } from '../../../lib/decimal.ts';
import { attachedLines } from '../shared/attached-words.ts';
import { pairTitle } from '../shared/market-rules.ts';
import { boundText, moneyText } from '../shared/money-text.ts';
import type { ConfirmLine, ConfirmWords } from '../shared/order-desk.ts';
import { type AskedOrder, resultText } from '../shared/order-result.ts';
import { attachedForm } from './errors.ts';
import { hasPrice, hasTrigger } from './kinds.ts';
import { scaledCount } from './scaled.ts';
import type { TicketForm, TicketRules, TicketSummary } from './types.ts';
import { actText, priceText } from './words.ts';

type T = TFunction<'trade'>;

const MINUS = '−';

/**
 * The parts of the bound, with all digits so that they add up, and the total with the maker fee if the order may rest.
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
    { label: t('confirm.pair'), value: pairTitle(rules) },
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
    // The limit order of an OCO is in the book immediately.
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
