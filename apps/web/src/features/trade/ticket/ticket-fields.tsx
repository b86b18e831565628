import { Link } from '@tanstack/react-router';
import { AmountInput, formatAmount } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { QUOTE_DECIMALS } from '../../../lib/decimal.ts';
import { paths } from '../../../lib/paths.ts';
import { PercentSlider } from '../shared/percent-slider.tsx';
import styles from '../shared/ticket.module.css';
import { hasPrice, hasTrigger } from './kinds.ts';
import type { PriceField } from './reducer.ts';
import type { OrderKind, TicketError } from './types.ts';
import type { TicketModel } from './use-ticket.ts';
import { errorText } from './words.ts';

const BALANCE_DECIMALS = 8;

type TicketFieldsProps = { readonly ticket: TicketModel; readonly shape: 'panel' | 'sheet' };

/** Prices, sizes and the share of the available balance. */
export function TicketFields({ ticket, shape }: TicketFieldsProps) {
  const { t } = useTranslation('trade');
  const { form, context, summary, errors, dispatch } = ticket;
  const { rules } = context;
  const isConditional = hasTrigger(form.kind);
  const sizeError = errors.size && errorText(t, errors.size);
  const besideAmount = isConditional && form.kind !== 'oco';
  return (
    <div className={styles.fields} data-conditional={isConditional || form.kind === 'scaled' || undefined}>
      <PriceFields ticket={ticket} shape={shape} />
      <AmountInput
        layout="inline"
        label={t('ticket.amount')}
        name="amount"
        value={summary.amountText}
        onChange={(text) => dispatch({ type: 'size', sizedBy: 'amount', text })}
        decimals={rules.amount_decimals}
        step={rules.lot}
        unit={unitIn(shape, form.kind === 'scaled', rules.base)}
        error={form.sizedBy === 'amount' ? sizeError : undefined}
        errorId={ticket.errorId}
        className={form.kind === 'scaled' ? (styles.half ?? '') : ''}
      />
      <PercentSlider
        className={styles.fullLine ?? ''}
        share={summary.share}
        disabled={!context.available}
        onPercent={(percent) => dispatch({ type: 'percent', percent, context })}
      />
      <AmountInput
        layout="inline"
        label={t('ticket.total')}
        value={summary.totalText}
        onChange={(text) => dispatch({ type: 'size', sizedBy: 'total', text })}
        decimals={QUOTE_DECIMALS}
        step="1"
        unit={rules.quote}
        error={form.sizedBy === 'total' ? sizeError : undefined}
        errorId={ticket.errorId}
        className={besideAmount ? '' : (styles.fullLine ?? '')}
      />
    </div>
  );
}

/** In a panel, there is no room for units in fields that may share a line. */
const unitIn = (shape: TicketFieldsProps['shape'], mayShareLine: boolean, unit: string) =>
  shape === 'panel' && mayShareLine ? undefined : unit;

/** The label of the price field for the kinds in which it is not simply 'Price'. */
const PRICE_LABELS: { readonly [Kind in OrderKind]?: 'ticket.limitPrice' | 'ticket.firstPrice' } = {
  oco: 'ticket.limitPrice',
  scaled: 'ticket.firstPrice',
};

/** The price fields of this kind of order: trigger, limit (or 'market'), and an OCO's stop limit. */
function PriceFields({ ticket, shape }: TicketFieldsProps) {
  const { t } = useTranslation('trade');
  const { form, context, errors, dispatch } = ticket;
  const { rules } = context;
  const isConditional = hasTrigger(form.kind);
  const priceInput = (field: PriceField, label: string, error: TicketError | undefined, placeholder?: string) => (
    <AmountInput
      layout="inline"
      label={label}
      value={form[field]}
      onChange={(text) => dispatch({ type: 'price', field, text })}
      decimals={rules.price_decimals}
      step={rules.tick}
      unit={unitIn(shape, isConditional || form.kind === 'scaled', rules.quote)}
      error={error && errorText(t, error)}
      errorId={ticket.errorId}
      className={field === 'stopPrice' ? '' : (styles.half ?? '')}
      {...(placeholder === undefined ? {} : { placeholder })}
    />
  );
  return (
    <>
      {isConditional ? priceInput('trigger', t('ticket.trigger'), errors.trigger) : null}
      {hasPrice(form.kind) ? (
        priceInput('price', t(PRICE_LABELS[form.kind] ?? 'ticket.price'), errors.price)
      ) : (
        <div className={`${styles.fixed} ${styles.half}`}>
          <span>{t('ticket.price')}</span>
          <b>{t('ticket.marketPrice')}</b>
        </div>
      )}
      {form.kind === 'scaled' ? (
        <>
          {priceInput('endPrice', t('ticket.endPrice'), errors.endPrice)}
          <AmountInput
            layout="inline"
            label={t('ticket.count')}
            value={form.count}
            onChange={(text) => dispatch({ type: 'count', text })}
            decimals={0}
            step="1"
            error={errors.count && errorText(t, errors.count)}
            errorId={ticket.errorId}
            className={styles.half ?? ''}
          />
        </>
      ) : null}
      {form.kind === 'oco'
        ? priceInput('stopPrice', t('ticket.stopPrice'), errors.stopPrice, t('ticket.stopAtMarket'))
        : null}
    </>
  );
}

/** The balance available for an order on this side, and how to add funds. */
export function Available({ ticket }: { readonly ticket: TicketModel }) {
  const { t } = useTranslation('trade');
  const { form, context } = ticket;
  const { available, rules } = context;
  const [has, coin, decimals] =
    form.side === 'BUY'
      ? [available?.quote, rules.quote, 2]
      : [available?.base, rules.base, Math.min(BALANCE_DECIMALS, rules.amount_decimals)];
  return (
    <p className={styles.available}>
      <span>{t('ticket.available')}</span>
      <b className="num">
        {has === undefined ? '–' : formatAmount(has, decimals)} {coin}
      </b>
      <Link to={paths.deposit} search={{ coin }} className={styles.deposit ?? ''} aria-label={t('ticket.deposit')}>
        {t('ticket.depositShort')}
      </Link>
    </p>
  );
}
