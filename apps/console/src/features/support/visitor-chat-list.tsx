import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Chip, EmptyState } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { utcText } from '../../lib/times.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { visitorUid } from './keys.ts';
import styles from './thread-list.module.css';
import { useNow, waitingText } from './thread-list.tsx';

const KEY = ['support', 'threads', 'visitors'] as const;

/** Open conversations with people who are not signed in, the longest waiting first. */
export function VisitorChatList({ openUid }: { readonly openUid: string | undefined }) {
  const { t } = useTranslation('support');
  const queries = useQueryClient();
  const nowMs = useNow();
  const { data, isLoadingError, refetch } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      call('GET /api/v3/console/support/visitor-chats', {
        query: { state: 'open' },
        signal,
        background: queries.getQueryData(KEY) !== undefined,
      }),
  });
  if (isLoadingError) return <ListFailure onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading />;
  if (data.chats.length === 0) return <EmptyState title={t('empty')} />;
  return (
    <ol className={styles.list}>
      {data.chats.map(({ id, waiting_since, assigned_to, last_at, language }) => (
        <li key={id}>
          <Link
            to={paths.supportThread}
            params={{ uid: visitorUid(id) }}
            className={styles.thread}
            aria-current={visitorUid(id) === openUid ? 'true' : undefined}
          >
            <span className={styles.who}>
              <b>{t('visitors.name', { id })}</b>
              <span className="faint">{language}</span>
            </span>
            <span className={styles.state}>
              {waiting_since === undefined ? (
                <span className="dim">{t('answered')}</span>
              ) : (
                <Chip tone="wait">{waitingText(t, nowMs - waiting_since)}</Chip>
              )}
              <span className="dim">{assigned_to?.name ?? t('nobody')}</span>
            </span>
            <span className="num faint">{utcText(last_at)}</span>
          </Link>
        </li>
      ))}
    </ol>
  );
}
