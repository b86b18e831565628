import { SegmentedControl } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { rowsOf, useIsPhone } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Conversation } from '../../features/support/conversation.tsx';
import { threadKey, visitorIdOf } from '../../features/support/keys.ts';
import { ThreadList } from '../../features/support/thread-list.tsx';
import { VisitorChatList } from '../../features/support/visitor-chat-list.tsx';
import { VisitorConversation } from '../../features/support/visitor-conversation.tsx';
import { VisitorRequests } from '../../features/support/visitor-requests.tsx';
import { call } from '../../lib/api.ts';
import { useLive } from '../../lib/live.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { NothingChosen } from '../../ui/nothing-chosen.tsx';
import { Page } from '../../ui/page.tsx';
import styles from './support-page.module.css';

type Filter = 'open' | 'mine' | 'nobody' | 'closed' | 'visitors';
const FILTERS: readonly Filter[] = ['open', 'mine', 'nobody', 'closed', 'visitors'];
const queryOf = {
  open: { state: 'open' },
  mine: { state: 'open', assigned: 'me' },
  nobody: { state: 'open', assigned: 'nobody' },
  closed: { state: 'closed' },
} as const;

/** Conversations with clients, newest first, and the open conversation. */
export function SupportPage() {
  const { t } = useTranslation('support');
  const { uid } = useParams({ strict: false });
  const isPhone = useIsPhone();
  const queries = useQueryClient();
  const visitor = visitorIdOf(uid);
  const [filter, setFilter] = useState<Filter>(visitor === undefined ? 'open' : 'visitors');
  const ofClients = filter === 'visitors' ? 'open' : filter;
  const key = ['support', 'threads', ofClients];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      call('GET /api/v3/console/support/threads', {
        query: queryOf[ofClients],
        signal,
        background: queries.getQueryData(key) !== undefined,
      }),
  });
  useLive(
    (message) => {
      void queries.invalidateQueries({ queryKey: ['support', 'threads'] });
      void queries.invalidateQueries({ queryKey: threadKey(message.uid) });
    },
    () => void queries.invalidateQueries({ queryKey: ['support'] }),
  );
  const rows = rowsOf(query, ({ threads }) => threads);
  return (
    <Page title={t('title')} lead={t('lead', { count: query.data?.waiting ?? 0 })}>
      {uid === undefined ? <VisitorRequests /> : null}
      <div className={styles.split} data-open={uid !== undefined || undefined}>
        {isPhone && uid !== undefined ? null : (
          <section className={styles.list} aria-label={t('threads')}>
            <SegmentedControl
              fullWidth
              aria-label={t('filter')}
              value={filter}
              onChange={(next) => setFilter(next as Filter)}
              data={FILTERS.map((value) => ({ value, label: t(`filters.${value}`) }))}
            />
            {filter === 'visitors' ? (
              <VisitorChatList openUid={uid} />
            ) : (
              <>
                {rows.status === 'error' ? <ListFailure onRetry={() => void query.refetch()} /> : null}
                {rows.status === 'pending' ? <Loading /> : null}
                {rows.status === 'success' ? <ThreadList threads={rows.rows} openUid={uid} /> : null}
              </>
            )}
          </section>
        )}
        {uid === undefined ? (
          isPhone ? null : (
            <NothingChosen title={t('choose')}>{t('chooseText')}</NothingChosen>
          )
        ) : (
          <Opened key={uid} uid={uid} />
        )}
      </div>
    </Page>
  );
}

function Opened({ uid }: { readonly uid: string }) {
  const visitor = visitorIdOf(uid);
  return visitor === undefined ? <Conversation uid={uid} /> : <VisitorConversation id={visitor} />;
}
