import { formatAmount, formatPrice } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { boundText, feeText } from '../shared/money-text.ts';
import styles from '../shared/ticket.module.css';
import { TicketRow } from '../shared/ticket-row.tsx';
import { takesAnyPrice } from './kinds.ts';
import { takesAtOnce } from './summary.ts';
import type { TicketForm } from './types.ts';
import type { TicketModel } from './use-ticket.ts';

/** If a market order's slippage is at least this, the ticket warns about its average price. */
const SLIPPAGE_WARNING_PERCENT = 0.3;

/**
 * Shows the calculation: the estimate, the fee at the client's own rate, and the most that the order can cost, or the
 * least that it can return.
 */
export function TicketArithmetic({ ticket }: { readonly ticket: TicketModel }) {
  const { t } = useTranslation('trade');
  const { form, context, summary } = ticket;
  const { quote } = context.rules;
  return (
    <div className={styles.arithmetic}>
      <Warnings ticket={ticket} />
      {summary.average ? (
        <TicketRow label={t('ticket.average')}>
          {formatPrice(summary.average.toFixed(context.rules.price_decimals))}
        </TicketRow>
      ) : null}
      {form.kind === 'market' ? (
        <TicketRow label={t('ticket.maxSlippage')} title={t('ticket.maxSlippageNote')}>
          {context.rules.max_slippage_percent}%
        </TicketRow>
      ) : null}
      {summary.fees ? (
        <TicketRow
          label={t('ticket.fee.undecided', {
            maker: context.rules.maker_rate_percent,
            taker: context.rules.taker_rate_percent,
          })}
          title={t('ticket.feeNote')}
        >
          {summary.fees.maker ? `${feeText(summary.fees.maker)}–${feeText(summary.fees.taker)}` : '–'} {quote}
        </TicketRow>
      ) : (
        <TicketRow label={t(`ticket.fee.${summary.role}`, { rate: summary.feePercent })}>
          {feeText(summary.fee)} {quote}
        </TicketRow>
      )}
      <TicketRow label={t(`ticket.bound.${form.side}`)} note={boundRemark(t, ticket)} title={t(boundNote(form))}>
        {boundText(summary.bound, form.side)} {quote}
      </TicketRow>
    </div>
  );
}

/** A short remark beside the bound that says what it assumes; the full sentence is in its tooltip. */
const boundRemark = (t: TFunction<'trade'>, { form, summary }: TicketModel): string | undefined => {
  if (boundNote(form) === 'ticket.boundNote.band') return t('ticket.atBand');
  if (boundNote(form) === 'ticket.boundNote.slippage') return t('ticket.atSlippage');
  if (summary.boundPercent === summary.feePercent) return undefined;
  return t('ticket.boundFee', { rate: summary.boundPercent });
};

const boundNote = (form: TicketForm) => {
  if (form.kind === 'market' && form.side === 'BUY' && form.sizedBy === 'total') return 'ticket.boundNote.budget';
  if (form.kind === 'market') return 'ticket.boundNote.slippage';
  const stopsAtMarket = form.kind === 'oco' && form.stopPrice === '';
  if (takesAnyPrice(form.kind) || stopsAtMarket) return 'ticket.boundNote.band';
  return form.postOnly ? 'ticket.boundNote.maker' : 'ticket.boundNote.taker';
};

/** Warnings: a thin book, high slippage, a post-only order that would trade. */
function Warnings({ ticket }: { readonly ticket: TicketModel }) {
  const { t } = useTranslation('trade');
  const { form, context, summary } = ticket;
  const texts: string[] = [];
  if (summary.beyondBook) texts.push(t('ticket.warning.beyondBook'));
  else if (summary.slippagePercent >= SLIPPAGE_WARNING_PERCENT)
    texts.push(t('ticket.warning.slippage', { percent: formatAmount(summary.slippagePercent.toFixed(2), 2) }));
  if (form.postOnly && takesAtOnce(form, context)) texts.push(t('ticket.warning.wouldTake'));
  return texts.map((text) => (
    <p key={text} className={styles.warning} role="status">
      {text}
    </p>
  ));
}
