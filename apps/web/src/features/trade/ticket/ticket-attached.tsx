import { useTranslation } from 'react-i18next';
import { AttachedFields } from '../shared/attached-fields.tsx';
import type { AttachedError } from '../shared/attached-prices.ts';
import { attachedOrder } from './errors.ts';
import { canAttach } from './kinds.ts';
import type { TicketModel } from './use-ticket.ts';

/** The take-profit and the stop-loss of a buy. */
export function TicketAttached({ ticket }: { readonly ticket: TicketModel }) {
  const { form, context, summary, errors, errorId, dispatch } = ticket;
  const { t } = useTranslation('trade');
  const { rules } = context;
  if (form.side !== 'BUY' || !canAttach(form.kind)) return null;
  return (
    <AttachedFields
      form={form}
      order={attachedOrder(form, context, summary)}
      decimals={rules.price_decimals}
      quote={rules.quote}
      note={t('attached.note')}
      error={firstError(errors)}
      errorId={errorId}
      onChange={(part) => dispatch({ type: 'attach', part })}
    />
  );
}

const firstError = ({ takeProfit, stopLoss }: TicketModel['errors']): AttachedError | undefined => {
  if (takeProfit) return { field: 'takeProfit', ...takeProfit } as AttachedError;
  return stopLoss && ({ field: 'stopLoss', ...stopLoss } as AttachedError);
};
