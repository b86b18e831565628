import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { kindOfFailure, reload } from '../lib/load-failure.ts';
import styles from './page.module.css';

const TITLES = {
  offline: 'failure.offlineTitle',
  late: 'failure.offlineTitle',
  outdated: 'failure.outdatedTitle',
  broken: 'failure.title',
} as const;
const TEXTS = {
  offline: 'failure.offlineText',
  late: 'failure.lateText',
  outdated: 'failure.outdatedText',
  broken: 'failure.text',
} as const;

/** Shown in place of a page that failed. */
export function PageFailure({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const kind = kindOfFailure(error, navigator.onLine);
  return (
    <section className={styles.sheet} role="alert">
      <h1>{t(TITLES[kind])}</h1>
      <p>{t(TEXTS[kind])}</p>
      <div className={styles.actions}>
        <Button onClick={reload}>{t('failure.reload')}</Button>
      </div>
    </section>
  );
}
