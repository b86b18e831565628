import { useTranslation } from 'react-i18next';
import { paths } from '../lib/paths.ts';
import { usePageTitle } from '../lib/use-page-title.ts';
import { ButtonLink } from '../ui/links.tsx';
import styles from './page.module.css';

/** Shown instead of the page of a market that was delisted. */
export function DelistedPage({ name }: { readonly name: string }) {
  const { t } = useTranslation();
  usePageTitle(t('delisted.title', { name }));
  return (
    <section className={styles.sheet}>
      <h1>{t('delisted.title', { name })}</h1>
      <p>{t('delisted.text')}</p>
      <div className={styles.actions}>
        <ButtonLink to={paths.markets}>{t('delisted.markets')}</ButtonLink>
        <ButtonLink to={paths.wallet} variant="default">
          {t('delisted.wallet')}
        </ButtonLink>
      </div>
    </section>
  );
}
