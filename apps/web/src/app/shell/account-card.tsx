import { Chip } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../lib/session.ts';
import { useVipLevel } from '../../lib/vip-level.ts';
import styles from './account-card.module.css';

/** The signed-in client: email, verification, membership, UID. */
export function AccountCard({ client }: { readonly client: Client }) {
  const { t } = useTranslation();
  const vipLevel = useVipLevel();
  const isVerified = client.user.account_status === 'Verified';
  return (
    <div className={styles.card}>
      <p className={styles.email}>{client.email}</p>
      <div className={styles.chips}>
        <Chip tone={isVerified ? 'ok' : 'wait'}>{t(isVerified ? 'account.verified' : 'account.unverified')}</Chip>
        <Chip>{vipLevel(client.membership_level)}</Chip>
      </div>
      <p className={`num ${styles.uid}`}>{t('account.uid', { uid: client.user.user_unique_id })}</p>
    </div>
  );
}
