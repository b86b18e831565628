import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { RecentWithdrawals } from '../../../features/move/withdraw/recent-withdrawals.tsx';
import { WithdrawPanel } from '../../../features/move/withdraw/withdraw-panel.tsx';
import { paths } from '../../../lib/paths.ts';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

export function WithdrawPage() {
  const { t } = useTranslation('withdraw');
  const client = useClient();
  const { coin } = useSearch({ from: paths.withdraw });
  const [opened, setOpened] = useState<number>();
  usePageTitle(t('title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame title={t('title')} lead={t('lead')}>
      <WithdrawPanel key={coin} chosenCoin={coin} onSent={setOpened} />
      <RecentWithdrawals opened={opened} onOpen={setOpened} />
    </WalletFrame>
  );
}
