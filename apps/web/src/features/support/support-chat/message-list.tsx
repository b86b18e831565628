import { IconCheck, IconChecks, IconClock, IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Draft, SupportMessage } from '../../../lib/support.ts';
import { dateTimeText } from '../../../lib/when.ts';
import styles from '../../../ui/chat/message-list.module.css';

interface MessageListProps {
  /** Oldest first. */
  readonly messages: readonly SupportMessage[];
  readonly sending: readonly Draft[];
  /** The id of the newest message that an operator has seen. */
  readonly seen: number;
}

export function MessageList({ messages, sending, seen }: MessageListProps) {
  const { t } = useTranslation('support');
  return (
    <ol className={styles.list}>
      {messages.map((message) => (
        <li key={message.id} className={styles.message} data-from={message.from}>
          <p className={styles.by}>
            {message.from === 'client' ? t('you') : t('operator', { name: message.name })}
            <time dateTime={new Date(message.time).toISOString()}>{dateTimeText(message.time)}</time>
          </p>
          <About message={message} />
          <div className={styles.bubble}>
            {message.text === '' ? null : <p className={styles.text}>{message.text}</p>}
            {message.attachment ? <File attachment={message.attachment} /> : null}
          </div>
          {message.from === 'client' ? <Mark state={seen >= message.id ? 'read' : 'delivered'} /> : null}
        </li>
      ))}
      {sending.map(({ reference, text, file }) => (
        <li key={reference} className={styles.message} data-from="client">
          <p className={styles.by}>{t('you')}</p>
          <div className={styles.bubble}>
            {text.trim() === '' ? null : <p className={styles.text}>{text.trim()}</p>}
            {file ? <span className={styles.file}>{file.name}</span> : null}
          </div>
          <Mark state="sending" />
        </li>
      ))}
    </ol>
  );
}

const MARKS = { sending: IconClock, delivered: IconCheck, read: IconChecks } as const;

/** The status of the client's own message: sending, received by the exchange, seen by an operator. */
function Mark({ state }: { readonly state: keyof typeof MARKS }) {
  const { t } = useTranslation('support');
  const Icon = MARKS[state];
  return (
    <p className={styles.mark} data-state={state}>
      <Icon size={14} stroke={2} aria-hidden="true" />
      {t(`mark.${state}`)}
    </p>
  );
}

/** The page or record that the message refers to. */
function About({ message: { topic, about } }: { readonly message: SupportMessage }) {
  const { t } = useTranslation('support');
  const record = about?.record;
  const parts = [
    topic && t(`topic.${topic}`),
    record ? t(`record.${record.kind}`, { id: record.id }) : about?.page,
  ].filter(Boolean);
  return parts.length === 0 ? null : <p className={styles.about}>{parts.join(' · ')}</p>;
}

function File({ attachment }: { readonly attachment: NonNullable<SupportMessage['attachment']> }) {
  const { t } = useTranslation('support');
  const { id, name, type, size } = attachment;
  const href = `/api/v3/support/attachment?id=${id}`;
  return (
    <a className={styles.file} href={href} download={name} aria-label={t('download', { name })}>
      {type === 'image/jpeg' ? (
        <img src={href} alt="" loading="lazy" />
      ) : (
        <IconFileTypePdf size={22} stroke={1.5} aria-hidden="true" />
      )}
      <span>
        {name} <span className="num">{t('kilobytes', { count: Math.ceil(size / 1024) })}</span>
      </span>
    </a>
  );
}
