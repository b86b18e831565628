import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { AboutMarket } from '../../../features/trade/chart/about-market.tsx';

/** The fees and rules of the market, for desks without a panel that shows them. */
export function AboutDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('trade');
  return (
    <Dialog opened onClose={onClose} title={t('ticket.rules')} size={560}>
      <AboutMarket />
    </Dialog>
  );
}
