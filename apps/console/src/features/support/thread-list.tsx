import { Link } from '@tanstack/react-router';
import { Chip, EmptyState } from '@vitrine/ui';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { utcText } from '../../lib/times.ts';
import type { Thread } from './keys.ts';
import styles from './thread-list.module.css';

const TICK_MS = 15_000;
const MINUTE_MS = 60_000;

export function ThreadList({
  threads,
  openUid,
}: {
  readonly threads: readonly Thread[];
  readonly openUid: string | undefined;
}) {
  const { t } = useTranslation('support');
  const nowMs = useNow();
  if (threads.length === 0) return <EmptyState title={t('empty')} />;
  return (
    <ol className={styles.list}>
      {threads.map((thread) => (
        <li key={thread.uid}>
          <Link
            to={paths.supportThread}
            params={{ uid: thread.uid }}
            className={styles.thread}
            aria-current={thread.uid === openUid ? 'true' : undefined}
          >
            <span className={styles.who}>
              <b>{thread.name || thread.email}</b>
              <span className="num faint">{thread.uid}</span>
            </span>
            <span className={styles.state}>
              {thread.waiting_since === undefined ? (
                <span className="dim">{thread.state === 'closed' ? t('states.closed') : t('answered')}</span>
              ) : (
                <Chip tone="wait">{waitingText(t, nowMs - thread.waiting_since)}</Chip>
              )}
              <span className="dim">{thread.assigned_to?.name ?? t('nobody')}</span>
            </span>
            <span className={styles.who}>
              <span className="num faint">{utcText(thread.last_at)}</span>
              {thread.topic ? <span className="dim">{t(`topics.${thread.topic}`)}</span> : null}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  );
}

type Translate = ReturnType<typeof useTranslation<'support'>>['t'];

export function waitingText(t: Translate, ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  if (minutes < 60) return t('waitsMinutes', { count: minutes });
  return t('waitsHours', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** The current time, a few times a minute. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
