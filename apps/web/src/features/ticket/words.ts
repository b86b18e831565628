import { formatPrice } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import { pairTitle } from '../../lib/trading/market-rules.ts';
import { boundText, feeText, moneyText } from '../../lib/trading/money-text.ts';
import type { ConfirmLine, ConfirmWords } from '../../lib/trading/order-desk.ts';
import { hasPrice, hasTrigger } from './kinds.ts';
import type { TicketForm, TicketRules, TicketSummary } from './types.ts';

type T = TFunction<'trade'>;

const priceText = (text: string): string => formatPrice(text.replace(/\.$/, '') || undefined);

/** The act with its amount, as the button says it: 'Buy 0.0992 BTC at 64,180.0'. Without a size only what it will be. */
export const actText = (t: T, form: TicketForm, rules: TicketRules, summary: TicketSummary): string => {
  const side = t(`side.${form.side}`);
  const coin = rules.base;
  if (summary.budget) return t('act.budget', { side, coin, total: moneyText(summary.budget, 0), quote: rules.quote });
  if (!summary.amount?.gt(0)) return t('act.bare', { side, coin });
  const values = {
    side,
    coin,
    amount: moneyText(summary.amount, 0, 8),
    price: priceText(form.price),
    trigger: priceText(form.trigger),
  };
  if (form.kind === 'market') return t('act.market', values);
  if (form.kind === 'oco') return t('act.oco', values);
  if (!hasPrice(form.kind)) return t('act.marketWhen', values);
  return hasTrigger(form.kind) ? t('act.limitWhen', values) : t('act.limit', values);
};

const confirmLines = (t: T, form: TicketForm, rules: TicketRules, summary: TicketSummary): ConfirmLine[] => {
  const quote = rules.quote;
  const lines: (ConfirmLine | false | undefined)[] = [
    { label: t('confirm.pair'), value: pairTitle(rules) },
    { label: t('confirm.type'), value: t(`kind.${form.kind}`) },
    hasTrigger(form.kind) && { label: t('ticket.trigger'), value: `${priceText(form.trigger)} ${quote}` },
    {
      label: t('ticket.price'),
      value: hasPrice(form.kind) ? `${priceText(form.price)} ${quote}` : t('ticket.marketPrice'),
    },
    form.stopPrice !== '' && { label: t('ticket.stopPrice'), value: `${priceText(form.stopPrice)} ${quote}` },
    {
      label: t(summary.budget ? 'ticket.estimatedAmount' : 'ticket.amount'),
      value: `${moneyText(summary.amount, 0, 8)} ${rules.base}`,
    },
    summary.fee && {
      label: t(`ticket.fee.${summary.role}`, { rate: summary.feePercent }),
      value: `${feeText(summary.fee)} ${quote}`,
    },
    summary.bound && {
      label: t(`ticket.bound.${form.side}`),
      value: `${boundText(summary.bound, form.side)} ${quote}`,
    },
  ];
  return lines.filter((line): line is ConfirmLine => Boolean(line));
};

export const confirmWords = (t: T, form: TicketForm, rules: TicketRules, summary: TicketSummary): ConfirmWords => ({
  title: t(`confirm.title.${form.side}`, { coin: rules.base }),
  act: actText(t, form, rules, summary),
  side: form.side,
  lines: confirmLines(t, form, rules, summary),
  success: t('confirm.success'),
});
