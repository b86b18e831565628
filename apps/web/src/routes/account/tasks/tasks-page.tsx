import { useTranslation } from 'react-i18next';
import { CampaignList } from '../../../features/account/rewards/campaign-list.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { ButtonLink } from '../../../ui/links.tsx';

export function TasksPage() {
  const { t } = useTranslation('rewards');
  usePageTitle(t('tasks.title'));
  return (
    <AccountFrame
      title={t('tasks.title')}
      lead={t('tasks.lead')}
      mark={
        <ButtonLink to={paths.rewards} variant="default" size="compact-md">
          {t('tasks.toCenter')}
        </ButtonLink>
      }
    >
      <CampaignList />
    </AccountFrame>
  );
}
