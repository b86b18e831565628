import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../../app/page-skeleton.tsx';
import { SavedAddressesPanel } from '../../../../features/move/saved-addresses/saved-addresses-panel.tsx';
import { useClient } from '../../../../lib/session.ts';
import { usePageTitle } from '../../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../../ui/wallet-frame.tsx';

export function SavedAddressesPage() {
  const { t } = useTranslation('withdraw');
  const client = useClient();
  usePageTitle(t('saved.title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame title={t('saved.title')} lead={t('saved.lead')}>
      <SavedAddressesPanel />
    </WalletFrame>
  );
}
