import { useTranslation } from 'react-i18next';
import { FundPanel } from '../../../features/account/rewards/fund-panel.tsx';
import { HistoryPanel } from '../../../features/account/rewards/history-panel.tsx';
import { PointsPanel } from '../../../features/account/rewards/points-panel.tsx';
import { TaskPanels } from '../../../features/account/rewards/task-panels.tsx';
import { usePageTitle } from '../../../lib/use-page-title.ts';
import { AccountFrame } from '../../../ui/account-frame.tsx';
import styles from './rewards-page.module.css';

export function RewardsPage() {
  const { t } = useTranslation('rewards');
  usePageTitle(t('title'));
  return (
    <AccountFrame title={t('title')}>
      <PointsPanel />
      <div className={styles.columns}>
        <TaskPanels />
        <div className={styles.side}>
          <FundPanel />
          <HistoryPanel />
        </div>
      </div>
    </AccountFrame>
  );
}
