import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../../app/page-skeleton.tsx';
import { GoogleRow } from '../../../../features/account/connections/google-row.tsx';
import { WalletRows } from '../../../../features/account/connections/wallet-rows.tsx';
import { MobileRow } from '../../../../features/account/security-mobile/mobile-row.tsx';
import { SecurityLoaded } from '../../../../features/account/shared/security-loaded.tsx';
import { SecurityPage } from '../../../../features/account/shared/security-page.tsx';
import { useClient } from '../../../../lib/session.ts';
import { Section } from '../../../../ui/section.tsx';

export function AccountConnectionsPage() {
  const { t } = useTranslation('security');
  const client = useClient();
  if (!client) return <PageSkeleton />;
  return (
    <SecurityPage title={t('connections.title')} lead={t('connections.lead')}>
      <SecurityLoaded>
        {({ mobile, google, wallets }) => (
          <>
            <Section title={t('connect.title')}>
              <ul>
                <GoogleRow google={google} />
                <WalletRows wallets={wallets} />
              </ul>
            </Section>
            <Section title={t('connections.numbers')}>
              <ul>
                <MobileRow mobile={mobile} />
              </ul>
            </Section>
          </>
        )}
      </SecurityLoaded>
    </SecurityPage>
  );
}
