import { IconApps, IconWallet } from '@tabler/icons-react';
import { EmptyState } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { paths } from '../../../lib/paths.ts';
import type { Security } from '../../../lib/security.ts';
import { dateTimeText } from '../../../lib/when.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './session-list.module.css';

/** The browser wallets that can be used to sign in, and below them a note that no other app or service has access. */
export function WalletList({ wallets }: { readonly wallets: Security['wallets'] }) {
  const { t } = useTranslation('security');
  return (
    <>
      <Section title={t('access.wallets')}>
        {wallets.length > 0 ? (
          <ul>
            {wallets.map(({ address, connected_at }) => (
              <li key={address} className={styles.row}>
                <IconWallet size={22} stroke={1.5} aria-hidden="true" />
                <div className={styles.words}>
                  <h3 className="num">{address}</h3>
                  <p className="num">{t('access.connectedOn', { time: dateTimeText(connected_at) })}</p>
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={IconWallet}
            title={t('access.noWallets')}
            action={
              <ButtonLink to={paths.accountConnections} variant="default" size="sm">
                {t('access.connectWallet')}
              </ButtonLink>
            }
          />
        )}
      </Section>
      <Section title={t('access.apps')}>
        <EmptyState icon={IconApps} title={t('access.noApps')}>
          {t('access.noAppsText')}
        </EmptyState>
      </Section>
    </>
  );
}
