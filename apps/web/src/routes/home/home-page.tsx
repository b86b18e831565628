import { useTranslation } from 'react-i18next';
import { CheckSteps } from '../../features/home/home/check-steps.tsx';
import { Hero } from '../../features/home/home/hero.tsx';
import { TickerStrip } from '../../features/home/home/ticker-strip.tsx';
import { NewsSection } from '../../features/home/news/news-section.tsx';
import { usePageTitle } from '../../lib/use-page-title.ts';
import styles from './home-page.module.css';

export function HomePage() {
  const { t } = useTranslation('home');
  usePageTitle(t('title'));
  return (
    <div className={styles.page}>
      <Hero />
      <TickerStrip />
      <CheckSteps />
      <NewsSection />
    </div>
  );
}
