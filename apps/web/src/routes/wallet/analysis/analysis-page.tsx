import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { AnalysisPanel } from '../../../features/earn/analysis/analysis-panel.tsx';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';
import { SubscribeNow } from '../earn/subscribe-now.tsx';

/** Earn by day: what it held, and what it paid. */
export function AnalysisPage() {
  const { t } = useTranslation('earn');
  const client = useClient();
  usePageTitle(t('analysis.title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame title={t('analysis.title')} lead={t('analysis.lead')}>
      <AnalysisPanel emptyAction={<SubscribeNow />} />
    </WalletFrame>
  );
}
