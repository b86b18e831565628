import { Chip, Panel } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../lib/session.ts';
import { useVipLevel } from '../../../lib/vip-level.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import styles from './account-header.module.css';

/** The client's identity: email, status, membership level and user ID. */
export function AccountHeader({ client, action }: { readonly client: Client; readonly action?: ReactNode }) {
  const { t } = useTranslation(['profile', 'common']);
  const isVerified = client.user.account_status === 'Verified';
  const level = useVipLevel()(client.membership_level);
  const uid = client.user.user_unique_id;
  return (
    <Panel className={styles.header ?? ''}>
      <div>
        <p className={styles.email}>{client.email}</p>
        <div className={styles.chips}>
          <Chip tone={isVerified ? 'ok' : 'wait'}>
            {t(isVerified ? 'common:account.verified' : 'common:account.unverified')}
          </Chip>
          <Chip>{level}</Chip>
        </div>
      </div>
      {action}
      <dl className={styles.facts}>
        <div>
          <dt>{t('header.status')}</dt>
          <dd>{t(`header.statuses.${client.status}`)}</dd>
        </div>
        <div>
          <dt>{t('header.level')}</dt>
          <dd>{level}</dd>
        </div>
        <div>
          <dt>{t('header.userId')}</dt>
          <dd className="num">
            {uid}
            <CopyButton text={uid} label={t('header.copyUserId')} />
          </dd>
        </div>
        <div>
          <dt>{t('header.userType')}</dt>
          <dd>{t('header.personal')}</dd>
        </div>
      </dl>
    </Panel>
  );
}
