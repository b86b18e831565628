import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { TransferPanel } from '../../../features/move/transfer/transfer-panel.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

export function TransferPage() {
  const { t } = useTranslation('transfer');
  const client = useClient();
  const navigate = useNavigate();
  const chosen = useSearch({ from: paths.transfer });
  usePageTitle(t('title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame title={t('title')} lead={t('lead')}>
      <TransferPanel
        key={`${chosen.coin} ${chosen.type}`}
        chosen={chosen}
        onDone={() => void navigate({ to: paths.wallet })}
      />
    </WalletFrame>
  );
}
