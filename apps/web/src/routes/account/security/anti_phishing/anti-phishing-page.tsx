import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../../app/page-skeleton.tsx';
import { AntiPhishingPanel } from '../../../../features/account/security-anti-phishing/anti-phishing-panel.tsx';
import { SecurityLoaded } from '../../../../features/account/shared/security-loaded.tsx';
import { SecurityPage } from '../../../../features/account/shared/security-page.tsx';
import { useClient } from '../../../../lib/session.ts';

export function AntiPhishingPage() {
  const { t } = useTranslation('security');
  const client = useClient();
  if (!client) return <PageSkeleton />;
  return (
    <SecurityPage title={t('antiPhishing.pageTitle')}>
      <SecurityLoaded>
        {({ anti_phishing }) => <AntiPhishingPanel email={client.email} state={anti_phishing} />}
      </SecurityLoaded>
    </SecurityPage>
  );
}
