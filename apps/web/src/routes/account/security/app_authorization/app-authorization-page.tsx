import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../../app/page-skeleton.tsx';
import { SessionList } from '../../../../features/account/security-access/session-list.tsx';
import { WalletList } from '../../../../features/account/security-access/wallet-list.tsx';
import { SecurityLoaded } from '../../../../features/account/shared/security-loaded.tsx';
import { SecurityPage } from '../../../../features/account/shared/security-page.tsx';
import { useClient } from '../../../../lib/session.ts';

export function AppAuthorizationPage() {
  const { t } = useTranslation('security');
  const client = useClient();
  if (!client) return <PageSkeleton />;
  return (
    <SecurityPage title={t('access.pageTitle')} lead={t('access.lead')}>
      <SessionList />
      <SecurityLoaded>{({ wallets }) => <WalletList wallets={wallets} />}</SecurityLoaded>
    </SecurityPage>
  );
}
