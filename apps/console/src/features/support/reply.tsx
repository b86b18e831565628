import { Button, Textarea } from '@mantine/core';
import { Failure } from '@vitrine/ui';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import styles from './reply.module.css';

const MEGABYTES = 5;
const ACCEPTED = 'image/png,image/jpeg,image/webp,application/pdf';

interface ReadFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The reply, with an optional file. */
export function Reply({ uid, onSent }: { readonly uid: string; readonly onSent: () => void }) {
  const { t } = useTranslation('support');
  const [text, setText] = useState('');
  const [file, setFile] = useState<ReadFile>();
  // A retry sends the same reference, so that the server stores the message only once.
  const [reference, setReference] = useState(() => crypto.randomUUID() as string);
  const [fault, setFault] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || (text.trim() === '' && file === undefined)) return;
    setIsBusy(true);
    setFault('');
    try {
      const sent = file && (await call('POST /api/v3/console/uploads/attachment', { body: file.bytes }));
      const attachment = file && sent && { name: file.name, upload_id: sent.upload_id };
      await call('POST /api/v3/console/support/reply', {
        body: { uid, text, reference, ...(attachment && { attachment }) },
      });
      setText('');
      setFile(undefined);
      setReference(crypto.randomUUID());
      onSent();
    } catch (error) {
      setFault(errorText(error));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <form className={styles.reply} onSubmit={(event) => void submit(event)}>
      <Textarea
        label={t('reply')}
        rows={3}
        maxLength={4_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Failure boxed>{fault}</Failure>
      <div className={styles.actions}>
        <Attachment file={file} onFile={setFile} onFault={setFault} />
        <Button type="submit" loading={isBusy}>
          {t('send')}
        </Button>
      </div>
    </form>
  );
}

interface AttachmentProps {
  readonly file: ReadFile | undefined;
  readonly onFile: (file: ReadFile | undefined) => void;
  /** Called with an error message, or with '' when the error is resolved. */
  readonly onFault: (text: string) => void;
}

/** Attaches or removes a file. */
function Attachment({ file, onFile, onFault }: AttachmentProps) {
  const { t } = useTranslation('support');
  const picker = useRef<HTMLInputElement>(null);
  const choose = async (chosen: File | undefined) => {
    if (picker.current) picker.current.value = '';
    if (chosen === undefined) return;
    if (chosen.size > MEGABYTES * 1024 * 1024) return onFault(t('tooLarge', { megabytes: MEGABYTES }));
    onFault('');
    onFile({ name: chosen.name.slice(-120), bytes: new Uint8Array(await chosen.arrayBuffer()) });
  };
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        accept={ACCEPTED}
        onChange={(event) => void choose(event.currentTarget.files?.[0])}
      />
      {file ? (
        <span>
          {file.name}{' '}
          <button type="button" className="link" onClick={() => onFile(undefined)}>
            {t('detach')}
          </button>
        </span>
      ) : (
        <button type="button" className="link" onClick={() => picker.current?.click()}>
          {t('attach', { megabytes: MEGABYTES })}
        </button>
      )}
    </>
  );
}
