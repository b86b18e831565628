import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { TierTable } from '../../features/account/kyc/tier-table.tsx';
import { paths } from '../../lib/paths.ts';
import { useClient } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Note } from '../../ui/note.tsx';

export function TierPage() {
  const { t } = useTranslation('kyc');
  const client = useClient();
  usePageTitle(t('tiers.title'));
  if (!client) return <PageSkeleton />;
  const isVerified = client.user.account_status === 'Verified';
  return (
    <AccountFrame
      title={t('tiers.title')}
      lead={t('tiers.lead')}
      mark={isVerified ? undefined : <ButtonLink to={paths.verificationOverview}>{t('tiers.action')}</ButtonLink>}
    >
      <TierTable />
      <Note title={t('tiers.why.title')}>{t('tiers.why.text')}</Note>
    </AccountFrame>
  );
}
