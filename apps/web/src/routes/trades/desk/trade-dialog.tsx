import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { useTrade } from '../../../features/trade/shared/trade-context.ts';
import { Ticket } from '../../../features/trade/ticket/ticket.tsx';
import type { TicketWish } from '../../../features/trade/ticket/types.ts';

type TradeDialogProps = { readonly wanted: TicketWish; readonly onClose: () => void };

/** The order form in a dialog, for desks without a panel for it. */
export function TradeDialog({ wanted, onClose }: TradeDialogProps) {
  const { t } = useTranslation('trade');
  const { coin } = useTrade();
  return (
    <Dialog opened onClose={onClose} title={t('trade.title', { coin })} size={380}>
      <Ticket wanted={wanted} onSent={onClose} />
    </Dialog>
  );
}
