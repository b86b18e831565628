import { Button, Textarea } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Chip, Failure, toast } from '@vitrine/ui';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { useStaff } from '../../lib/session.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Pane } from '../../ui/page.tsx';
import styles from './conversation.module.css';
import { type Message, threadKey, useMayAnswer, visitorUid } from './keys.ts';
import { Messages } from './messages.tsx';
import replyStyles from './reply.module.css';

type Chat = CallResponse<'GET /api/v3/console/support/visitor-chat'>['chat'];

/** A conversation with an anonymous visitor who is not signed in. */
export function VisitorConversation({ id }: { readonly id: number }) {
  const { t } = useTranslation('support');
  const queries = useQueryClient();
  const key = threadKey(visitorUid(id));
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/v3/console/support/visitor-chat', {
        query: { id, ...(pageParam !== undefined && { before: pageParam }) },
        signal,
        background: queries.getQueryData(key) !== undefined,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ more, messages }) => (more ? messages.at(-1)?.id : undefined),
  });
  const mayAnswer = useMayAnswer();
  const first = query.data?.pages[0];
  const messages = query.data?.pages.flatMap((page) => page.messages) ?? [];
  useSeen(id, mayAnswer ? messages[0] : undefined, first?.seen ?? 0);
  if (query.isLoadingError) return <ListFailure onRetry={() => void query.refetch()} />;
  if (first === undefined) return <Loading />;
  return (
    <div className={styles.conversation}>
      <Pane
        title={t('visitors.name', { id })}
        note={
          <>
            {t('visitors.unproved')} <Chip>{first.chat.language}</Chip> <Chip>{t(`states.${first.chat.state}`)}</Chip>
          </>
        }
        side={mayAnswer ? <Handling chat={first.chat} /> : null}
      >
        <p className={styles.back}>
          <Link to={paths.support} className="link">
            {t('back')}
          </Link>
        </p>
        <Messages
          uid={visitorUid(id)}
          messages={[...messages].reverse()}
          delivered={0}
          read={0}
          onEarlier={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
        />
        {mayAnswer ? (
          <VisitorReply id={id} onSent={() => void queries.invalidateQueries({ queryKey: ['support'] })} />
        ) : null}
      </Pane>
    </div>
  );
}

function Handling({ chat: { id, state, assigned_to } }: { readonly chat: Chat }) {
  const { t } = useTranslation('support');
  const queries = useQueryClient();
  const self = useStaff();
  const done = {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['support'] }),
    onError: (error: unknown) => toast.error(errorText(error)),
  };
  const take = useMutation({
    mutationFn: (staff: string) => call('POST /api/v3/console/support/visitor-chat/assign', { body: { id, staff } }),
    ...done,
  });
  const end = useMutation({
    mutationFn: () => call('POST /api/v3/console/support/visitor-chat/close', { body: { id } }),
    ...done,
  });
  return (
    <>
      {self !== undefined && assigned_to?.id !== self.id ? (
        <Button variant="outline" loading={take.isPending} onClick={() => take.mutate(self.id)}>
          {t('take')}
        </Button>
      ) : null}
      {state === 'open' ? (
        <Button variant="outline" loading={end.isPending} onClick={() => end.mutate()}>
          {t('close')}
        </Button>
      ) : null}
    </>
  );
}

function VisitorReply({ id, onSent }: { readonly id: number; readonly onSent: () => void }) {
  const { t } = useTranslation('support');
  const [text, setText] = useState('');
  // A retry sends the same reference, so that the server stores the message only once.
  const [reference, setReference] = useState<string>(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: () => call('POST /api/v3/console/support/visitor-chat/reply', { body: { id, text, reference } }),
    onSuccess: () => {
      setText('');
      setReference(crypto.randomUUID());
      onSent();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate();
  };
  return (
    <form className={replyStyles.reply} onSubmit={submit}>
      <Textarea
        label={t('reply')}
        rows={3}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Failure boxed>{send.isError ? errorText(send.error) : ''}</Failure>
      <div className={replyStyles.actions}>
        <Button type="submit" loading={send.isPending}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

/** Marks displayed messages as seen; the visitor can see this. */
function useSeen(id: number, newest: Message | undefined, seen: number): void {
  const isShown = useDocumentVisibility() === 'visible';
  const upTo = newest?.id ?? 0;
  useEffect(() => {
    if (upTo <= seen || !isShown) return;
    call('POST /api/v3/console/support/visitor-chat/seen', { body: { id, up_to: upTo }, background: true }).catch(
      () => undefined,
    );
  }, [id, upTo, seen, isShown]);
}
