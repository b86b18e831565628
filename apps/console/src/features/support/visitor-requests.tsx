import { Button, Textarea } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { utcText } from '../../lib/times.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Pane } from '../../ui/page.tsx';
import { useMayAnswer } from './keys.ts';
import styles from './visitor-requests.module.css';

type Request = CallResponse<'GET /api/v3/console/support/requests'>['requests'][number];

const KEY = ['support', 'requests'] as const;
const ASK_EVERY_MS = 30_000;

/** Messages from people without a session, answered once, by email. Renders nothing if none is pending. */
export function VisitorRequests() {
  const { t } = useTranslation('support');
  const mayAnswer = useMayAnswer();
  const [answering, setAnswering] = useState<Request>();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      call('GET /api/v3/console/support/requests', { query: { which: 'waiting' }, signal, background: true }),
    refetchInterval: ASK_EVERY_MS,
  });
  if (data === undefined || data.requests.length === 0) return null;
  return (
    <Pane title={t('requests.title')} note={t('requests.waiting', { count: data.waiting })}>
      <ul className={styles.list}>
        {data.requests.map((request) => (
          <li key={request.id}>
            <p>
              <b>{request.email}</b> <span className="num faint">{utcText(request.at)}</span>{' '}
              <span className="faint">{t('requests.sender')}</span>{' '}
              {request.uid === '' ? null : (
                <Link to={paths.client} params={{ uid: request.uid }} className="link">
                  {t('requests.client', { uid: request.uid })}
                </Link>
              )}
            </p>
            <p className={styles.text}>{request.text}</p>
            {mayAnswer ? (
              <Button variant="outline" onClick={() => setAnswering(request)}>
                {t('requests.answer')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {answering === undefined ? null : <AnswerDialog request={answering} onClose={() => setAnswering(undefined)} />}
    </Pane>
  );
}

function AnswerDialog({ request, onClose }: { readonly request: Request; readonly onClose: () => void }) {
  const { t } = useTranslation('support');
  const queries = useQueryClient();
  const [text, setText] = useState('');
  return (
    <ActDialog
      title={t('requests.answerTo', { email: request.email })}
      onClose={onClose}
      action={t('requests.send')}
      reasonIs="absent"
      fault={text.trim() === '' ? t('requests.missing') : undefined}
      done={t('requests.sent')}
      act={async () => {
        await call('POST /api/v3/console/support/requests/answer', { body: { id: request.id, text } });
        await queries.invalidateQueries({ queryKey: KEY });
      }}
    >
      <p className={styles.text}>{request.text}</p>
      <p className="dim">{t('requests.unproved')}</p>
      <Textarea
        label={t('reply')}
        name="text"
        rows={6}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ActDialog>
  );
}
