import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import styles from './shell.module.css';

/** The logo, the exchange's name and the console's label; in a sandbox, also the sandbox badge. */
export function Brand() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['system'],
    queryFn: ({ signal }) => call('GET /api/v3/system', { signal, background: true }),
    staleTime: 60_000,
  });
  return (
    <>
      <Link to={paths.start} className={styles.brand}>
        <svg width="19" height="19" viewBox="0 0 22 22" fill="none" aria-hidden="true">
          <rect x="1" y="1" width="20" height="20" rx="2" stroke="currentColor" strokeWidth="1.6" />
          <path
            d="M6 6l5 10 5-10"
            stroke="currentColor"
            strokeWidth="1.8"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        {data?.brand ?? ''}
        <span className={styles.mark}>{t('console')}</span>
      </Link>
      {data?.mode === 'sandbox' ? <span className={styles.sandbox}>{t('sandbox')}</span> : null}
    </>
  );
}
