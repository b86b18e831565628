import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { MinerCards } from '../../../features/earn/miners/miner-cards.tsx';
import { OwnRentals } from '../../../features/earn/miners/own-rentals.tsx';
import { RentDialog } from '../../../features/earn/miners/rent-dialog.tsx';
import { type Miner, useMinings } from '../../../features/earn/shared/miner-data.ts';
import { LogMark } from '../../../features/wallet/wallet/log-mark.tsx';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { Section } from '../../../ui/section.tsx';
import { WalletFrame } from '../../../ui/wallet-frame.tsx';

/** The miners for rent, and the client's rentals. */
export function MinerPage() {
  const { t } = useTranslation('earn');
  const client = useClient();
  const minings = useMinings();
  const [miner, setMiner] = useState<Miner>();
  usePageTitle(t('miner.title'));
  if (!client) return <PageSkeleton />;
  return (
    <WalletFrame
      title={t('miner.title')}
      lead={t('miner.lead')}
      mark={<LogMark position={minings.data?.position} readAtMs={minings.dataUpdatedAt} />}
    >
      <MinerCards onRent={setMiner} />
      <Section title={t('miner.own')}>
        <OwnRentals />
      </Section>
      {miner === undefined ? null : <RentDialog miner={miner} onClose={() => setMiner(undefined)} />}
    </WalletFrame>
  );
}
