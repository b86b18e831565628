import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { YearlyReportPanel } from '../../../features/wallet/yearly-report/yearly-report-panel.tsx';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

export function YearlyReportPage() {
  const { t } = useTranslation('history');
  const client = useClient();
  usePageTitle(t('yearly.title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame title={t('yearly.title')} lead={t('yearly.lead')}>
      <YearlyReportPanel owner={client.email} />
    </WalletFrame>
  );
}
