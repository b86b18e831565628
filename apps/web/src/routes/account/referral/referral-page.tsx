import { LoadFailed, MoreRows, Panel } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { CreditPanel } from '../../../features/account/referral/credit-panel.tsx';
import { FriendsPanel } from '../../../features/account/referral/friends-panel.tsx';
import { OwnHold } from '../../../features/account/referral/hold-status.tsx';
import { InvitePanel } from '../../../features/account/referral/invite-panel.tsx';
import { RulesPanel } from '../../../features/account/referral/rules-panel.tsx';
import { useReferral } from '../../../features/account/referral/use-referral.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import styles from './referral-page.module.css';

export function ReferralPage() {
  const { t } = useTranslation('referral');
  usePageTitle(t('title'));
  const query = useReferral();
  const { data, isError, refetch } = query;
  const referral = data?.pages[0]?.referral;
  return (
    <AccountFrame title={t('title')}>
      {referral ? (
        <div className={styles.columns}>
          <div className={styles.column}>
            {referral.own_hold ? <OwnHold hold={referral.own_hold} /> : null}
            <InvitePanel referral={referral} />
            <FriendsPanel
              referral={referral}
              friends={data.pages.flatMap((page) => page.referral.friends)}
              more={<MoreRows query={query} label={t('friends.more')} failed={t('failed')} />}
            />
          </div>
          <div className={styles.column}>
            <CreditPanel credit={referral.credit} />
            <RulesPanel {...referral} />
          </div>
        </div>
      ) : (
        <Panel>{isError ? <LoadFailed title={t('failed')} onRetry={refetch} /> : <SkeletonLines lines={8} />}</Panel>
      )}
    </AccountFrame>
  );
}
