import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { utcText } from '../../lib/times.ts';
import { Pane } from '../../ui/page.tsx';
import { isAccessRequest, useAccessWords } from './access-requests.ts';
import styles from './pending-requests.module.css';

/** Access changes awaiting another administrator's approval; renders nothing if there are none. */
export function PendingRequests() {
  const { t } = useTranslation('staff');
  const words = useAccessWords();
  const { data } = useQuery({
    queryKey: ['approvals', 'access'],
    queryFn: ({ signal }) => call('GET /api/v3/console/approvals', { query: { list: 'waiting' }, signal }),
  });
  const requests = data?.approvals.filter(isAccessRequest) ?? [];
  if (requests.length === 0) return null;
  return (
    <Pane
      title={t('requests.title')}
      side={
        <Link to={paths.approvals} className="link">
          {t('requests.open')}
        </Link>
      }
    >
      <ul className={styles.list}>
        {requests.map((request) => (
          <li key={request.id}>
            {words(request)}{' '}
            <span className="faint">
              {t('requests.by', { who: request.asked_by })} <span className="num">{utcText(request.asked_at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Pane>
  );
}
