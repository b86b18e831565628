import { IconPaperclip, IconSend, IconX } from '@tabler/icons-react';
import { Failure } from '@vitrine/ui';
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../../../ui/chat/composer.module.css';
import { Topics } from './topics.tsx';
import { MOST_MEGABYTES, useComposer } from './use-composer.ts';

const MOST_CHARACTERS = 4_000;
const ACCEPTED = 'image/png,image/jpeg,image/webp,application/pdf';

/** The message input. Enter sends; Shift+Enter starts a new line. */
export function Composer() {
  const { t } = useTranslation('support');
  const composer = useComposer();
  const { isNew, context, file, field } = composer;
  return (
    <form className={styles.composer} onSubmit={(event) => void composer.submit(event)}>
      <Failure boxed>{composer.fault}</Failure>
      {isNew ? <Topics value={composer.topic} onChange={composer.setTopic} /> : null}
      {context ? (
        <Removable
          text={t('about', { title: context.title })}
          remove={t('aboutRemove', { title: context.title })}
          onRemove={composer.forgetContext}
        />
      ) : null}
      {file ? (
        <Removable text={file.name} remove={t('detach', { name: file.name })} onRemove={composer.detach} />
      ) : null}
      <div className={styles.row}>
        <AttachButton
          disabled={composer.isSending || composer.isReading}
          onFile={(chosen) => void composer.attach(chosen)}
        />
        <textarea
          ref={field}
          rows={1}
          className={styles.field}
          aria-label={t('write')}
          placeholder={t('write')}
          maxLength={MOST_CHARACTERS}
          value={composer.text}
          // Text typed now would be cleared together with the message that is being sent.
          readOnly={composer.isSending}
          onChange={(event) => composer.setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (isSend(event)) {
              event.preventDefault();
              void composer.submit();
            }
          }}
        />
        <button type="submit" className={styles.send} aria-label={t('send')} disabled={!composer.isReady}>
          <IconSend size={20} stroke={1.6} aria-hidden="true" />
        </button>
      </div>
    </form>
  );
}

type RemovableProps = {
  readonly text: string;
  /** The label of the remove button. */
  readonly remove: string;
  readonly onRemove: () => void;
};

/** A file or topic to be sent with the message, which can be removed. */
function Removable({ text, remove, onRemove }: RemovableProps) {
  return (
    <p className={styles.file}>
      <span>{text}</span>
      <button type="button" aria-label={remove} onClick={onRemove}>
        <IconX size={16} stroke={1.8} aria-hidden="true" />
      </button>
    </p>
  );
}

type AttachButtonProps = { readonly disabled: boolean; readonly onFile: (file: File | undefined) => void };

function AttachButton({ disabled, onFile }: AttachButtonProps) {
  const { t } = useTranslation('support');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        className={styles.attach}
        aria-label={t('attach')}
        title={t('attachText', { megabytes: MOST_MEGABYTES })}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        <IconPaperclip size={20} stroke={1.6} aria-hidden="true" />
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={ACCEPTED}
        onChange={(event) => {
          const chosen = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          onFile(chosen);
        }}
      />
    </>
  );
}

/** Whether the key sends the message. During IME composition, Enter selects a candidate instead. */
const isSend = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing;
