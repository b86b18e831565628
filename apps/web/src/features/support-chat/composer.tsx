import { IconPaperclip, IconSend, IconX } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/api.ts';
import { type ChosenFile, type SupportTopic, useChat, useSendSupportMessage, useSupport } from '../../lib/support.ts';
import styles from './composer.module.css';
import { Topics } from './topics.tsx';

const DAY_MS = 86_400_000;
const MEGABYTES = 5;
const MOST_CHARACTERS = 4_000;
const ACCEPTED = 'image/png,image/jpeg,image/webp,application/pdf';

/** Where one writes. Enter sends, with Shift it begins a line. */
export function Composer() {
  const { context, forgetContext } = useChat();
  const isNew = useIsNewQuestion();
  const newest = useSupport().data?.pages[0]?.messages[0];
  const { t } = useTranslation('support');
  const send = useSendSupportMessage();
  const [text, setText] = useState('');
  const [file, setFile] = useState<ChosenFile>();
  // Kept over retries: the same message sent again is the same message.
  const [reference, setReference] = useState(newReference);
  const [topic, setTopic] = useState<SupportTopic>();
  const [fault, setFault] = useState('');
  const [isReading, setIsReading] = useState(false);
  const isReady = !send.isPending && !isReading && (text.trim() !== '' || file !== undefined);
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (!isReady) return;
    setFault('');
    try {
      await send.mutateAsync({
        text,
        reference,
        after: newest?.id ?? 0,
        ...(file && { file }),
        ...(isNew && topic && { topic }),
        ...(context && { about: context.about }),
      });
      setText('');
      setTopic(undefined);
      forgetContext();
      setFile(undefined);
      setReference(newReference());
    } catch (error) {
      setFault(errorText(error));
    }
    field.current?.focus();
  };
  const choose = async (chosen: File | undefined) => {
    if (picker.current) picker.current.value = '';
    if (chosen === undefined) return;
    if (chosen.size > MEGABYTES * 1024 * 1024) return setFault(t('tooLarge', { megabytes: MEGABYTES }));
    setFault('');
    // Until it is read nothing is sent: the message would go without it.
    setIsReading(true);
    try {
      setFile({ name: chosen.name.slice(-120), bytes: new Uint8Array(await chosen.arrayBuffer()) });
    } catch {
      setFault(t('unreadable'));
    }
    setIsReading(false);
  };
  return (
    <form className={styles.composer} onSubmit={(event) => void submit(event)}>
      {fault ? (
        <p role="alert" className={styles.fault}>
          {fault}
        </p>
      ) : null}
      {isNew ? <Topics value={topic} onChange={setTopic} /> : null}
      {context ? (
        <p className={styles.file}>
          <span>{t('about', { title: context.title })}</span>
          <button type="button" aria-label={t('aboutRemove', { title: context.title })} onClick={forgetContext}>
            <IconX size={16} stroke={1.8} aria-hidden="true" />
          </button>
        </p>
      ) : null}
      {file ? (
        <p className={styles.file}>
          <span>{file.name}</span>
          <button type="button" aria-label={t('detach', { name: file.name })} onClick={() => setFile(undefined)}>
            <IconX size={16} stroke={1.8} aria-hidden="true" />
          </button>
        </p>
      ) : null}
      <div className={styles.row}>
        <button
          type="button"
          className={styles.attach}
          aria-label={t('attach')}
          title={t('attachText', { megabytes: MEGABYTES })}
          disabled={send.isPending || isReading}
          onClick={() => picker.current?.click()}
        >
          <IconPaperclip size={20} stroke={1.6} aria-hidden="true" />
        </button>
        <input
          ref={picker}
          type="file"
          hidden
          accept={ACCEPTED}
          onChange={(event) => void choose(event.currentTarget.files?.[0])}
        />
        <textarea
          ref={field}
          rows={1}
          className={styles.field}
          aria-label={t('write')}
          placeholder={t('write')}
          maxLength={MOST_CHARACTERS}
          value={text}
          // What is typed while a message is on its way would go away with it.
          readOnly={send.isPending}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isSend(event)) {
              event.preventDefault();
              void submit();
            }
          }}
        />
        <button type="submit" className={styles.send} aria-label={t('send')} disabled={!isReady}>
          <IconSend size={20} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}

/** A question is new where nothing was written in the last day, or the last one was closed. */
function useIsNewQuestion(): boolean {
  const first = useSupport().data?.pages[0];
  if (first === undefined) return false;
  const lastAtMs = first.messages[0]?.time ?? 0;
  return first.state !== 'open' || lastAtMs < Date.now() - DAY_MS;
}

const newReference = (): string => crypto.randomUUID();

/** While letters are being composed Enter chooses among them. */
const isSend = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;
