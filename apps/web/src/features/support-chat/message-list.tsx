import { IconFileTypePdf } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { SupportMessage } from '../../lib/support.ts';
import { dateTimeText } from '../../lib/when.ts';
import styles from './message-list.module.css';

/** Oldest first. `seen` is the newest message that an operator has seen. */
export function MessageList({
  messages,
  seen,
}: {
  readonly messages: readonly SupportMessage[];
  readonly seen: number;
}) {
  const { t } = useTranslation('support');
  const lastOwn = messages.findLast(({ from }) => from === 'client');
  return (
    <ol className={styles.list}>
      {messages.map((message) => (
        <li key={message.id} className={styles.message} data-from={message.from}>
          <p className={styles.by}>
            {message.from === 'client' ? t('you') : t('operator', { name: message.name })}
            <time dateTime={new Date(message.time).toISOString()}>{dateTimeText(message.time)}</time>
          </p>
          <div className={styles.bubble}>
            {message.text === '' ? null : <p className={styles.text}>{message.text}</p>}
            {message.attachment ? <File attachment={message.attachment} /> : null}
          </div>
          {message === lastOwn && seen >= message.id ? <p className={styles.seen}>{t('seen')}</p> : null}
        </li>
      ))}
    </ol>
  );
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
