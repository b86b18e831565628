import { Button, NativeSelect } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Chip, toast } from '@vitrine/ui';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useStaff } from '../../lib/session.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Pane } from '../../ui/page.tsx';
import styles from './conversation.module.css';
import { type Message, type Thread, threadKey, useMayAnswer } from './keys.ts';
import { Messages } from './messages.tsx';
import { Reply } from './reply.tsx';

/** One conversation: its client, the messages, the reply. */
export function Conversation({ uid }: { readonly uid: string }) {
  const { t } = useTranslation('support');
  const queries = useQueryClient();
  const key = threadKey(uid);
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/console/support/thread', {
        query: { uid, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
        // Only the first fetch counts as the user's activity; later fetches are mostly the page's own updates.
        background: queries.getQueryData(key) !== undefined,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ more, messages }) => (more ? messages.at(-1)?.id : undefined),
  });
  const mayAnswer = useMayAnswer();
  const first = query.data?.pages[0];
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? [];
  useSeen(uid, mayAnswer ? messages[0] : undefined, first?.seen ?? 0);
  if (query.isLoadingError) return <ListFailure onRetry={() => void query.refetch()} />;
  if (first === undefined) return <Loading />;
  const { thread, delivered, read } = first;
  return (
    <div className={styles.conversation}>
      <Pane
        title={thread.name || thread.email}
        note={<About thread={thread} />}
        side={mayAnswer ? <Handling thread={thread} /> : null}
      >
        <p className={styles.back}>
          <Link to={paths.support} className="link">
            {t('back')}
          </Link>
        </p>
        <Messages
          uid={uid}
          messages={[...messages].reverse()}
          delivered={delivered}
          read={read}
          onEarlier={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
        {mayAnswer ? (
          <Reply uid={uid} onSent={() => void queries.invalidateQueries({ queryKey: ['support'] })} />
        ) : null}
      </Pane>
    </div>
  );
}

function About({ thread }: { readonly thread: Thread }) {
  const { t } = useTranslation('support');
  return (
    <>
      <Link to={paths.client} params={{ uid: thread.uid }} className="link num">
        {thread.uid}
      </Link>{' '}
      {thread.name === '' ? '' : thread.email}{' '}
      <Chip tone={thread.verified ? 'ok' : 'plain'}>{t(thread.verified ? 'verified' : 'unverified')}</Chip>{' '}
      <Chip>{t(`states.${thread.state}`)}</Chip>
    </>
  );
}

/** The operator assigned to the conversation, and whether it is closed. */
function Handling({ thread }: { readonly thread: Thread }) {
  const { t } = useTranslation('support');
  const queries = useQueryClient();
  const self = useStaff();
  const { data } = useQuery({
    queryKey: ['support', 'operators'],
    queryFn: ({ signal }) => call('GET /api/v3/console/support/operators', { signal, background: true }),
    staleTime: 60_000,
  });
  const done = {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['support'] }),
    onError: (error: unknown) => toast.error(errorText(error)),
  };
  const { uid } = thread;
  const assign = useMutation({
    mutationFn: (staff: string) => call('POST /api/v3/console/support/assign', { body: { uid, staff } }),
    ...done,
  });
  const end = useMutation({
    mutationFn: () =>
      thread.state === 'open'
        ? call('POST /api/v3/console/support/close', { body: { uid } })
        : call('POST /api/v3/console/support/reopen', { body: { uid } }),
    ...done,
  });
  const assigned = thread.assigned_to?.id ?? '';
  return (
    <>
      {self !== undefined && assigned !== self.id ? (
        <Button variant="outline" loading={assign.isPending} onClick={() => assign.mutate(self.id)}>
          {t('take')}
        </Button>
      ) : null}
      <NativeSelect
        aria-label={t('assignedTo')}
        value={assigned}
        onChange={(event) => assign.mutate(event.currentTarget.value)}
        data={[
          { value: '', label: t('nobody') },
          ...(data?.operators ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Button variant="outline" loading={end.isPending} onClick={() => end.mutate()}>
        {t(thread.state === 'open' ? 'close' : 'reopen')}
      </Button>
    </>
  );
}

/** Marks displayed messages as seen; the client can see this. */
function useSeen(uid: string, newest: Message | undefined, seen: number): void {
  const isShown = useDocumentVisibility() === 'visible';
  const id = newest?.id ?? 0;
  useEffect(() => {
    if (id <= seen || !isShown) return;
    call('POST /api/v3/console/support/seen', { body: { uid, up_to: id }, background: true }).catch(() => undefined);
  }, [uid, id, seen, isShown]);
}
