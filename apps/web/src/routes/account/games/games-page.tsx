import { useTranslation } from 'react-i18next';
import { GuessPanel } from '../../../features/account/rewards/guess-panel.tsx';
import { MiningPanel } from '../../../features/account/rewards/mining-panel.tsx';
import { paths } from '../../../lib/paths.ts';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import styles from './games-page.module.css';

export function GamesPage() {
  const { t } = useTranslation('rewards');
  usePageTitle(t('games.title'));
  return (
    <AccountFrame
      title={t('games.title')}
      lead={t('games.lead')}
      mark={
        <ButtonLink to={paths.rewards} variant="default" size="compact-md">
          {t('tasks.toCenter')}
        </ButtonLink>
      }
    >
      <div className={styles.columns}>
        <GuessPanel />
        <MiningPanel />
      </div>
    </AccountFrame>
  );
}
