import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { TierTable } from '../../features/account/kyc/tier-table.tsx';
import { AccountHeader } from '../../features/account/profile/account-header.tsx';
import { PersonalInfo } from '../../features/account/profile/personal-info.tsx';
import { paths } from '../../lib/paths.ts';
import { useClient } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { AccountFrame } from '../../ui/account-frame.tsx';
import { ButtonLink } from '../../ui/links.tsx';
import { Note } from '../../ui/note.tsx';

export function ProfilePage() {
  const { t } = useTranslation('profile');
  const client = useClient();
  usePageTitle(t('title'));
  if (!client) return <PageSkeleton />;
  return (
    <AccountFrame title={t('title')}>
      <AccountHeader
        client={client}
        action={
          client.user.account_status === 'Verified' ? null : (
            <ButtonLink to={paths.verificationOverview}>{t('header.verify')}</ButtonLink>
          )
        }
      />
      <TierTable />
      <PersonalInfo client={client} />
      <Note title={t('warning.title')}>{t('warning.text')}</Note>
    </AccountFrame>
  );
}
