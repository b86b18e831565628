import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../../app/page-skeleton.tsx';
import { DataNote } from '../../../features/account/kyc/data-note.tsx';
import { IdentityOverview } from '../../../features/account/kyc/identity-overview.tsx';
import { OwnLimits } from '../../../features/account/kyc/own-limits.tsx';
import { useClient } from '../../../lib/session.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';

/** The verification status, limits and data note; also at /account/verify. */
export function OverviewPage() {
  const { t } = useTranslation('kyc');
  const client = useClient();
  usePageTitle(t('overview.title'));
  if (!client) return <PageSkeleton />;
  return (
    <AccountFrame title={t('overview.title')} lead={t('overview.lead')}>
      <IdentityOverview client={client} />
      <OwnLimits />
      <DataNote />
    </AccountFrame>
  );
}
