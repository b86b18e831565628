import { formatPrice } from '@vitrine/ui';
import type Big from 'big.js';
import type { TFunction } from 'i18next';
import { plain } from '../../../lib/decimal.ts';
import { i18n } from '../../../lib/i18n.ts';
import { contractLabel } from '../../../lib/market-names.ts';
import { attachedLines } from '../shared/attached-words.ts';
import { futuresResultText } from '../shared/futures-result.ts';
import { feeText, moneyText } from '../shared/money-text.ts';
import type { ConfirmLine, ConfirmWords } from '../shared/order-desk.ts';
import { type FuturesContext, type FuturesForm, type FuturesSummary, hasLimit, otherSide } from './form.ts';

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
  if (!size?.gt(0)) return t(form.reduceOnly ? 'reduce.bare' : 'act.bare', values);
  const sized = {
    ...values,
    amount: moneyText(size, 0, 8),
    price: priceText(price, market.price_decimals),
    trigger: formatPrice(form.trigger),
  };
  const kind = form.kind === 'trigger' ? (hasLimit(form) ? 'limitWhen' : 'marketWhen') : form.kind;
  return t(`${form.reduceOnly ? 'reduce' : 'act'}.${kind}`, sized);
};

/** The position that a reduce-only order reduces: 'SELL EMPTY 0.01 BTC'. */
export const positionText = (t: T, { opposite, market }: FuturesContext): string =>
  opposite ? `${t(`side.${opposite.side}`)} ${formatPrice(opposite.size)} ${market.base}` : '–';

/** The content of the confirmation before the order is sent. */
export const confirmWords = (
  t: T,
  form: FuturesForm,
  context: FuturesContext,
  summary: FuturesSummary,
): ConfirmWords => {
  const { market } = context;
  const { quote, price_decimals } = market;
  const act = actText(t, form, context, summary);
  const side = t(`side.${form.side}`);
  const reduced = otherSide(form.side);
  const fee = { label: t('confirm.fee', { rate: summary.feePercent }), value: `${feeText(summary.fee)} ${quote}` };
  const lines: ConfirmLine[] = [
    { label: t('confirm.market'), value: t('perpetualOf', { pair: contractLabel(market) }) },
    form.reduceOnly
      ? { label: t('reduce.position'), value: positionText(t, context) }
      : { label: t('confirm.direction'), value: `${side} · x${summary.leverage}` },
    {
      label: t('confirm.price'),
      value: hasLimit(form) ? `${priceText(summary.price, price_decimals)} ${quote}` : t('confirm.atMarket'),
    },
    ...(form.kind === 'trigger'
      ? [{ label: i18n.t('trade:ticket.triggerMark'), value: `${formatPrice(form.trigger)} ${quote}` }]
      : []),
    { label: t('confirm.amount'), value: `${moneyText(summary.size, 0, 8)} ${market.base}` },
    ...(form.reduceOnly
      ? [fee]
      : [
          { label: t('confirm.margin'), value: `${moneyText(summary.margin, 2, 6)} ${quote}` },
          fee,
          { label: t('cost'), value: `${feeText(summary.cost)} ${quote}` },
          { label: t('liquidation.label'), value: priceText(summary.liquidation, price_decimals) },
          ...attachedLines(form, quote),
        ]),
  ];
  return {
    title: form.reduceOnly ? t('close.title', { coin: market.base }) : t('confirm.title', { side, coin: market.base }),
    act,
    side: form.side === 'long' ? 'BUY' : 'SELL',
    lines,
    success: i18n.t('trade:confirm.success'),
    result: (result) =>
      futuresResultText(
        {
          ...(form.reduceOnly ? { side: reduced, effect: 'close' } : { side: form.side, effect: 'open' }),
          coin: market.base,
          act,
          hasTrigger: form.kind === 'trigger',
        },
        result,
      ),
  };
};
