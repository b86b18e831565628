import { formatPrice } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { usePageView } from '../shared/page-view.ts';
import styles from '../shared/ticket.module.css';
import type { TicketModel } from './use-ticket.ts';
import { errorText } from './words.ts';

/** The bounds of the market and a link to its rules; an error replaces them, so that the layout does not shift. */
export function TicketFoot({ ticket }: { readonly ticket: TicketModel }) {
  const { t } = useTranslation('trade');
  const { errors, refusal } = ticket;
  const error =
    errors.trigger ??
    errors.price ??
    errors.stopPrice ??
    errors.endPrice ??
    errors.count ??
    errors.size ??
    errors.takeProfit ??
    errors.stopLoss;
  const wrong = refusal ?? (error && errorText(t, error));
  return (
    <div className={styles.foot}>
      {wrong === undefined ? (
        <Bounds ticket={ticket} />
      ) : (
        <p id={ticket.errorId} className={styles.refusal} role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}

function Bounds({ ticket: { form, context } }: { readonly ticket: TicketModel }) {
  const { t } = useTranslation('trade');
  const { rules } = context;
  const showChartTab = usePageView((view) => view.showChartTab);
  const [least, coin] =
    form.side === 'BUY' ? [rules.account_balance_limit_spot, rules.quote] : [rules.minimum_sell, rules.base];
  return (
    <>
      <span className="num">
        {Number(least) > 0 ? t('ticket.minimum', { value: `${formatPrice(least)} ${coin}` }) : null}
      </span>
      <button type="button" className="link" onClick={() => showChartTab('about')}>
        {t('ticket.rules')}
      </button>
    </>
  );
}
