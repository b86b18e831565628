import { IconCheck } from '@tabler/icons-react';
import { Navigate, useRouterState } from '@tanstack/react-router';
import { formatSigned } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PageSkeleton } from '../../app/page-skeleton.tsx';
import { AddsUp } from '../../features/home/dashboard/adds-up.tsx';
import { Balance } from '../../features/home/dashboard/balance.tsx';
import { FavoritesStrip } from '../../features/home/dashboard/favorites-strip.tsx';
import { LatestEntries } from '../../features/home/dashboard/latest-entries.tsx';
import { NextSteps } from '../../features/home/dashboard/next-steps.tsx';
import { OpenOrders } from '../../features/home/dashboard/open-orders.tsx';
import { Positions } from '../../features/home/dashboard/positions.tsx';
import { HomeBanners, HomePromotions } from '../../features/home/dashboard/promotions.tsx';
import { NewsSection } from '../../features/home/news/news-section.tsx';
import { ProfitChart } from '../../features/wallet/shared/profit-chart.tsx';
import { paths } from '../../lib/paths.ts';
import { useIsLikelyClient, useSession } from '../../lib/session.ts';
import { usePageTitle } from '../../lib/use-page-title.ts';
import { useWalletUpdates } from '../../lib/wallet.ts';
import styles from './home-page.module.css';

/** A signed-in client's first page. Visitors get the front page instead. */
export function HomePage() {
  const { t } = useTranslation('dashboard');
  const isClient = useIsLikelyClient();
  usePageTitle(t('title'));
  const { status } = useSession();
  if (status === 'visitor') return <Navigate to={paths.landing} replace />;
  return isClient ? <Dashboard /> : <PageSkeleton />;
}

function Dashboard() {
  const { t } = useTranslation('dashboard');
  useWalletUpdates();
  return (
    <>
      <div className={styles.page}>
        <h1 className="visually-hidden">{t('title')}</h1>
        <HomeBanners />
        <Said />
        <div className={styles.columns}>
          <Balance>
            {({ series, days, profit }) => (
              <ProfitChart
                series={series}
                label={`${t('balance.chart', { count: days })}: ${formatSigned(profit, 2)} USDT`}
              />
            )}
          </Balance>
          <AddsUp />
          <FavoritesStrip />
          <NextSteps />
          <div className={styles.lists}>
            <OpenOrders />
            <Positions />
          </div>
          <LatestEntries />
        </div>
        <HomePromotions />
      </div>
      <NewsSection />
    </>
  );
}

/** The result of the last action, until it is dismissed. */
function Said() {
  const { t } = useTranslation('dashboard');
  const said = useRouterState({ select: ({ location }) => location.state.said });
  const [isDismissed, setIsDismissed] = useState(false);
  if (!said || isDismissed) return null;
  return (
    <div className={styles.said} role="status">
      <IconCheck size={18} stroke={1.8} aria-hidden="true" />
      <span>{t(`said.${said}`)}</span>
      <button type="button" className="link" onClick={() => setIsDismissed(true)}>
        {t('said.dismiss')}
      </button>
    </div>
  );
}
