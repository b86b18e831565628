import { FocusTrap } from '@mantine/core';
import { useDocumentVisibility } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useEarlyEscape, useIsPhone, useReturnFocus } from '@vitrine/ui';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  notBack,
  type SupportHours,
  type SupportMessage,
  useChat,
  useReadSupport,
  useSending,
  useSupport,
} from '../../../lib/support.ts';
import styles from '../../../ui/chat/chat-panel.module.css';
import { hoursText } from '../../../ui/chat/hours-text.ts';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';
import { ChatStatus } from './chat-status.tsx';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';

/** The conversation with support: beside the page on a desktop, covering it on a phone. */
export function ChatPanel() {
  const { t } = useTranslation(['support', 'common']);
  const isPhone = useIsPhone();
  const close = useChat((chat) => chat.close);
  const title = useId();
  useReturnFocus(true);
  useEarlyEscape(true, close);
  return (
    <FocusTrap active={isPhone}>
      <section
        className={styles.panel}
        role="dialog"
        aria-modal={isPhone || undefined}
        aria-labelledby={title}
        onKeyDown={(event) => {
          if (event.key === 'Escape') close();
        }}
      >
        <div className={styles.head}>
          <div>
            <h2 id={title}>{t('title')}</h2>
            <ChatStatus />
          </div>
          <button type="button" className={styles.close} aria-label={t('common:close')} onClick={close}>
            <IconX size={20} stroke={1.6} aria-hidden="true" />
          </button>
        </div>
        <Conversation />
        <Composer />
      </section>
    </FocusTrap>
  );
}

function Conversation() {
  const { t } = useTranslation(['support', 'common']);
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useSupport();
  const messages = data?.pages.flatMap((page) => page.messages) ?? [];
  const first = data?.pages[0];
  const newest = messages[0];
  const sending = notBack(useSending(), messages);
  const box = useRef<HTMLDivElement>(null);
  useRead(newest, first?.unread ?? 0);
  useStayAtEnd(box, `${newest?.id} ${sending.length}`);
  if (first === undefined) {
    return (
      <div className={styles.messages}>
        {isError ? (
          <p role="alert" className={styles.lead}>
            {t('failed')}{' '}
            <button type="button" className="link" onClick={() => void refetch()}>
              {t('common:retry')}
            </button>
          </p>
        ) : (
          <SkeletonLines lines={4} />
        )}
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <div ref={box} className={styles.messages} role="log" aria-label={t('log')} tabIndex={0}>
      {hasNextPage ? (
        <button
          type="button"
          className={`link ${styles.earlier}`}
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('earlier')}
        </button>
      ) : (
        <p className={styles.lead}>{t('lead')}</p>
      )}
      <MessageList messages={[...messages].reverse()} sending={sending} seen={first.seen} />
      {first.state === 'closed' ? <p className={styles.note}>{t('closed')}</p> : null}
      <OffHours hours={first.hours} />
    </div>
  );
}

function OffHours({ hours }: { readonly hours: SupportHours }) {
  const { t } = useTranslation('support');
  if (hours.open) return null;
  return <p className={styles.note}>{t('offHours', { hours: hoursText(hours) })}</p>;
}

/** Visible messages are marked as read, unless the tab is hidden. */
function useRead(newest: SupportMessage | undefined, unread: number): void {
  const { mutate } = useReadSupport();
  const isShown = useDocumentVisibility() === 'visible';
  const id = newest?.id;
  useEffect(() => {
    if (id !== undefined && unread > 0 && isShown) mutate(id);
  }, [id, unread, isShown, mutate]);
}

/** Scrolls each new message into view. */
function useStayAtEnd(box: React.RefObject<HTMLDivElement | null>, newest: string): void {
  useEffect(() => {
    if (newest !== '') box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [box, newest]);
}
