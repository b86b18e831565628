import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { dateText } from '../../../lib/when.ts';
import { Banners, PromotionTiles } from '../../../ui/promotions/promotions.tsx';
import styles from './dashboard.module.css';

const usePromotions = () =>
  useQuery({
    queryKey: ['promotions'],
    queryFn: async ({ signal }) => (await call('GET /api/v3/promotions', { signal })).promotions,
    staleTime: 60_000,
  }).data ?? [];

/** Operators' banners, at the top of the page. */
export function HomeBanners() {
  const { t } = useTranslation('dashboard');
  const promotions = usePromotions();
  if (!promotions.some(({ place }) => place === 'banner')) return null;
  return (
    <section className={styles.banners} aria-label={t('promotions.banners')}>
      <Banners
        promotions={promotions}
        hideText={t('promotions.hide')}
        untilText={(ms) => t('promotions.until', { date: dateText(ms) })}
      />
    </section>
  );
}

/** Operators' promotions. */
export function HomePromotions() {
  const { t } = useTranslation('dashboard');
  const promotions = usePromotions();
  if (!promotions.some(({ place }) => place === 'promotion')) return null;
  return (
    <section className={styles.promotions} aria-labelledby="promotions">
      <header className={styles.head}>
        <h2 id="promotions">{t('promotions.title')}</h2>
      </header>
      <PromotionTiles promotions={promotions} untilText={(ms) => t('promotions.until', { date: dateText(ms) })} />
    </section>
  );
}
