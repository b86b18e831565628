import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { StatementPanel } from '../../../features/wallet/statement/statement-panel.tsx';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

export function StatementPage() {
  const { t } = useTranslation('history');
  const client = useClient();
  usePageTitle(t('statement.title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame title={t('statement.title')} lead={t('statement.lead')}>
      <StatementPanel owner={client.email} />
    </WalletFrame>
  );
}
