import { IconSend, IconX } from '@tabler/icons-react';
import { Failure, useEarlyEscape, useIsPhone, useReturnFocus } from '@vitrine/ui';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/api.ts';
import { paths } from '../../lib/paths.ts';
import { endVisitorChat, sendVisitorMessage, useVisitorChat, type VisitorMessage } from '../../lib/visitor-chat.ts';
import { dateTimeText } from '../../lib/when.ts';
import panel from './chat-panel.module.css';
import status from './chat-status.module.css';
import composer from './composer.module.css';
import { durationText } from './duration-text.ts';
import { hoursText } from './hours-text.ts';
import list from './message-list.module.css';
import styles from './visitor-chat.module.css';

const MOST_CHARACTERS = 2_000;

type Loaded = ReturnType<typeof useVisitorChat>;

/** The support conversation of a visitor without an account, on the front page and on every page of the app. */
export function VisitorChat({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('support');
  const isPhone = useIsPhone();
  const title = useId();
  const loaded = useVisitorChat();
  useReturnFocus(true);
  useEarlyEscape(true, onClose);
  return (
    <section
      className={panel.panel}
      role="dialog"
      aria-modal={isPhone || undefined}
      aria-labelledby={title}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className={panel.head}>
        <div>
          <h2 id={title}>{t('title')}</h2>
          <Hours chat={loaded.chat} />
        </div>
        <button type="button" className={panel.close} aria-label={t('visitor.close')} onClick={onClose}>
          <IconX size={20} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
      <Messages loaded={loaded} />
      <Composer onSent={loaded.load} />
    </section>
  );
}

function Hours({ chat }: { readonly chat: Loaded['chat'] }) {
  const { t } = useTranslation('support');
  if (chat === undefined) return <p className={status.status}>&nbsp;</p>;
  const { hours, usual_answer_seconds: seconds } = chat;
  const usual = seconds === undefined ? '' : t('status.usual', { duration: durationText(t, seconds) });
  const parts = [t(hours.open ? 'status.open' : 'status.closed'), hours.open ? usual : hoursText(hours)];
  return (
    <p className={status.status} data-open={hours.open || undefined}>
      <span className={status.dot} aria-hidden="true" />
      {parts.filter(Boolean).join(' · ')}
    </p>
  );
}

function Messages({ loaded: { chat, hasFailed, load } }: { readonly loaded: Loaded }) {
  const { t } = useTranslation('support');
  const box = useRef<HTMLDivElement>(null);
  useStayAtEnd(box, chat?.messages[0]?.id);
  const messages = chat?.messages.toReversed() ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard (WCAG 2.1.1)
    <div ref={box} className={panel.messages} role="log" aria-label={t('log')} tabIndex={0}>
      <p className={panel.lead}>
        {t('visitor.lead')}{' '}
        <a className="link" href={paths.contact}>
          {t('visitor.byEmail')}
        </a>
      </p>
      {hasFailed && !chat ? (
        <p role="alert" className={panel.lead}>
          {t('failed')}{' '}
          <button type="button" className="link" onClick={() => void load()}>
            {t('visitor.retry')}
          </button>
        </p>
      ) : null}
      <ol className={list.list}>
        {messages.map((message) => (
          <Message key={message.id} message={message} isSeen={(chat?.seen ?? 0) >= message.id} />
        ))}
      </ol>
      {chat?.state === 'closed' ? <p className={panel.note}>{t('closed')}</p> : null}
      {chat && !chat.hours.open ? (
        <p className={panel.note}>{t('offHours', { hours: hoursText(chat.hours) })}</p>
      ) : null}
      {messages.length > 0 ? (
        <button type="button" className={`link ${styles.end}`} onClick={() => void endVisitorChat().then(load)}>
          {t('visitor.end')}
        </button>
      ) : null}
    </div>
  );
}

function Message({ message, isSeen }: { readonly message: VisitorMessage; readonly isSeen: boolean }) {
  const { t } = useTranslation('support');
  const { from, name, text, time } = message;
  const isOwn = from === 'client';
  return (
    <li className={list.message} data-from={from}>
      <p className={list.by}>
        {isOwn ? t('you') : t('operator', { name })}
        <time dateTime={new Date(time).toISOString()}>{dateTimeText(time)}</time>
      </p>
      <div className={list.bubble}>
        <p className={list.text}>{text}</p>
      </div>
      {isOwn ? <p className={list.mark}>{t(isSeen ? 'mark.read' : 'mark.delivered')}</p> : null}
    </li>
  );
}

/** Scrolls each new message into view. */
function useStayAtEnd(box: RefObject<HTMLDivElement | null>, newest: number | undefined): void {
  useEffect(() => {
    if (newest !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [box, newest]);
}

function Composer({ onSent }: { readonly onSent: () => Promise<void> }) {
  const { t } = useTranslation('support');
  const [text, setText] = useState('');
  // A retry sends the same reference, so that the server stores the message only once.
  const [reference, setReference] = useState<string>(() => crypto.randomUUID());
  const [fault, setFault] = useState('');
  const [isSending, setIsSending] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isReady = !isSending && text.trim() !== '';
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!isReady) return;
    setIsSending(true);
    setFault('');
    try {
      await sendVisitorMessage(text, reference);
      setText('');
      setReference(crypto.randomUUID());
      await onSent();
    } catch (error) {
      setFault(errorText(error));
    }
    setIsSending(false);
    field.current?.focus();
  };
  return (
    <form className={composer.composer} onSubmit={(event) => void submit(event)}>
      <Failure boxed>{fault}</Failure>
      <div className={`${composer.row} ${styles.row}`}>
        <textarea
          ref={field}
          rows={1}
          className={composer.field}
          aria-label={t('write')}
          placeholder={t('write')}
          maxLength={MOST_CHARACTERS}
          value={text}
          // Text typed now would be cleared together with the message that is being sent.
          readOnly={isSending}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSend(event)) return;
            event.preventDefault();
            void submit();
          }}
        />
        <button type="submit" className={composer.send} aria-label={t('send')} disabled={!isReady}>
          <IconSend size={20} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}

/** Whether the key sends the message. During IME composition, Enter selects a candidate instead. */
const isSend = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;
