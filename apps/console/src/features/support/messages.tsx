import { Link } from '@tanstack/react-router';
import { Chip } from '@vitrine/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { utcText } from '../../lib/times.ts';
import type { Message } from './keys.ts';
import styles from './messages.module.css';

interface MessagesProps {
  readonly uid: string;
  /** Oldest first. */
  readonly messages: readonly Message[];
  /**
   * The id of the newest message delivered to one of the client's open pages, and that of the newest message that the
   * client has read.
   */
  readonly delivered: number;
  readonly read: number;
  readonly onEarlier: (() => void) | undefined;
}

export function Messages({ uid, messages, delivered, read, onEarlier }: MessagesProps) {
  const { t } = useTranslation('support');
  const box = useRef<HTMLDivElement>(null);
  const newest = messages.at(-1)?.id;
  useEffect(() => {
    if (newest !== undefined) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [newest]);
  const markOf = (id: number) => (id <= read ? 'read' : id <= delivered ? 'delivered' : 'sent');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard (WCAG 2.1.1)
    <div ref={box} className={styles.box} role="log" aria-label={t('log')} tabIndex={0}>
      {onEarlier ? (
        <button type="button" className="link" onClick={onEarlier}>
          {t('earlier')}
        </button>
      ) : null}
      <ol className={styles.list}>
        {messages.map((message) => (
          <li key={message.id} className={styles.message} data-from={message.from}>
            <p className={styles.by}>
              <b>{message.from === 'client' ? t('client') : message.name}</b>{' '}
              <time className="num" dateTime={new Date(message.time).toISOString()}>
                {utcText(message.time)}
              </time>
            </p>
            <About uid={uid} message={message} />
            {message.text === '' ? null : <p className={styles.text}>{message.text}</p>}
            {message.attachment ? <File uid={uid} attachment={message.attachment} /> : null}
            {message.from === 'support' ? <p className={styles.mark}>{t(`marks.${markOf(message.id)}`)}</p> : null}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The topic, page and record that the message is about; the record links to the client's page. */
function About({ uid, message: { topic, about } }: { readonly uid: string; readonly message: Message }) {
  const { t } = useTranslation('support');
  if (topic === undefined && about === undefined) return null;
  return (
    <p className={styles.about}>
      {topic ? <Chip>{t(`topics.${topic}`)}</Chip> : null}
      {about ? <span className="dim">{t('writtenOn', { page: about.page })}</span> : null}
      {about?.record ? (
        <Link to={paths.client} params={{ uid }} className="link">
          {t(`records.${about.record.kind}`, { id: about.record.id })}
        </Link>
      ) : null}
    </p>
  );
}

/** A file is fetched only on request, as each view is recorded. */
function File({ uid, attachment }: { readonly uid: string; readonly attachment: NonNullable<Message['attachment']> }) {
  const { t } = useTranslation('support');
  const [isShown, setIsShown] = useState(false);
  const { id, name, type, size } = attachment;
  const href = `/api/v3/console/support/attachment?uid=${uid}&id=${id}`;
  return (
    <div className={styles.file}>
      <p>
        {name} <span className="num faint">{t('kilobytes', { count: Math.ceil(size / 1024) })}</span>{' '}
        {type === 'image/jpeg' ? (
          <button type="button" className="link" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {t(isShown ? 'hidePicture' : 'showPicture')}
          </button>
        ) : null}{' '}
        <a className="link" href={href} download={name}>
          {t('download')}
        </a>
      </p>
      {isShown ? <img src={href} alt={name} /> : null}
    </div>
  );
}
