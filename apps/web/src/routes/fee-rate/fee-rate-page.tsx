import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FeeSchedule } from '../../features/account/fees/fee-schedule.tsx';
import { OwnFees } from '../../features/account/fees/own-fees.tsx';
import { call } from '../../lib/api.ts';
import { useSession } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';

/** Fee rates, visible to everyone; clients also see their own tier. */
export function FeeRatePage() {
  const { t } = useTranslation('fees');
  const isClient = useSession().status === 'client';
  const schedule = useQuery({ queryKey: ['fee-schedule'], queryFn: () => call('GET /api/v3/fee-schedule') });
  const own = useQuery({ queryKey: ['fee-rate'], queryFn: () => call('GET /api/v3/fee-rate'), enabled: isClient });
  usePageTitle(t('title'));
  return (
    <AccountFrame title={t('title')} lead={t('lead')}>
      {isClient && (schedule.data || !schedule.isError) ? (
        <OwnFees own={own.data} tiers={schedule.data?.tiers} isError={own.isError} onRetry={() => void own.refetch()} />
      ) : null}
      <FeeSchedule
        tiers={schedule.data?.tiers}
        ownLevel={own.data?.membership_level}
        isError={schedule.isError}
        onRetry={() => void schedule.refetch()}
      />
    </AccountFrame>
  );
}
