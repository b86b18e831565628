import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../lib/api.ts';
import { utcText } from '../lib/times.ts';
import styles from './new-access.module.css';

/** Shows new members of staff the time from which they can make and approve requests; renders nothing for others. */
export function NewAccess() {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['own-session'],
    queryFn: ({ signal }) => call('GET /api/v3/console/session', { signal, background: true }),
  });
  if (data === undefined || data.decides_from <= Date.now()) return null;
  return (
    <p className={styles.note} role="note">
      {t('newAccess')} <span className="num">{utcText(data.decides_from)} UTC</span>
    </p>
  );
}
