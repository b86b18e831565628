import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import styles from './page.module.css';

type Kind = 'offline' | 'outdated' | 'broken';

/** A chunk that cannot be loaded is a lost connection or a page older than the server; all else is our own mistake. */
export function kindOfFailure(error: unknown, online: boolean): Kind {
  const text = error instanceof Error ? `${error.name} ${error.message}` : String(error);
  const isChunk = /dynamically imported module|module script failed|Failed to fetch|Unable to preload/i.test(text);
  if (!isChunk) return 'broken';
  return online ? 'outdated' : 'offline';
}

const TITLES = {
  offline: 'failure.offlineTitle',
  outdated: 'failure.outdatedTitle',
  broken: 'failure.title',
} as const;
const TEXTS = { offline: 'failure.offlineText', outdated: 'failure.outdatedText', broken: 'failure.text' } as const;

/** What stands in place of a page that failed. */
export function PageFailure({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  const kind = kindOfFailure(error, navigator.onLine);
  return (
    <section className={styles.sheet} role="alert">
      <h1>{t(TITLES[kind])}</h1>
      <p>{t(TEXTS[kind])}</p>
      <div className={styles.actions}>
        <Button onClick={() => location.reload()}>{t('failure.reload')}</Button>
      </div>
    </section>
  );
}
