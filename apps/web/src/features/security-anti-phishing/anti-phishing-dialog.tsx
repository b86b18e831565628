import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../lib/api.ts';
import { securityChanged } from '../../lib/security.ts';
import { CodeField } from '../../ui/code-field.tsx';
import styles from './anti-phishing-dialog.module.css';
import { isAntiPhishingCode } from './anti-phishing-words.ts';

type AntiPhishingDialogProps = { readonly email: string; readonly onClose: () => void };

/** Two steps: the words, then the code that confirms them. */
export function AntiPhishingDialog({ email, onClose }: AntiPhishingDialogProps) {
  const { t } = useTranslation('security');
  const [words, setWords] = useState('');
  const [wordsError, setWordsError] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);

  const send = () => call('POST /api/v3/get-code/anti-phishing');
  const request = useMutation({
    mutationFn: send,
    onSuccess: () => setIsConfirming(true),
    onError: (error) => setWordsError(errorText(error)),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isAntiPhishingCode(words)) return setWordsError(t('antiPhishing.invalid'));
    request.mutate();
  };

  return (
    <Dialog opened onClose={onClose} title={t('antiPhishing.title')} persistent>
      {isConfirming ? (
        <ConfirmStep email={email} words={words} send={send} onBack={() => setIsConfirming(false)} onDone={onClose} />
      ) : (
        <form className={styles.form} onSubmit={submit} noValidate>
          <TextInput
            label={t('antiPhishing.field')}
            description={t('antiPhishing.rule')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            data-autofocus
            value={words}
            error={wordsError}
            onChange={(event) => {
              setWordsError(undefined);
              setWords(event.currentTarget.value);
            }}
          />
          <Button type="submit" fullWidth disabled={!words} loading={request.isPending}>
            {t('antiPhishing.next')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

type ConfirmStepProps = {
  readonly email: string;
  readonly words: string;
  readonly send: () => Promise<unknown>;
  readonly onBack: () => void;
  readonly onDone: () => void;
};

function ConfirmStep({ email, words, send, onBack, onDone }: ConfirmStepProps) {
  const { t } = useTranslation('security');
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  const save = useMutation({
    mutationFn: () =>
      call('POST /api/v3/anti-phishing', { body: { anti_phishing_code: words, verification_code: code } }),
    onSuccess: () => {
      toast.ok(t('antiPhishing.done'));
      void securityChanged();
      onDone();
    },
    onError: (failure) => {
      if (failure instanceof ApiError && failure.code === 'anti_phishing_invalid') onBack();
      setError(errorText(failure));
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (code.length < 6) return setError(t('passwords.required'));
    save.mutate();
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.words}>{words}</p>
      <CodeField
        label={t('code.mailed')}
        to={email}
        send={send}
        isSent
        code={code}
        error={error}
        onCode={(next) => {
          setError(undefined);
          setCode(next);
        }}
      />
      <Button type="submit" fullWidth loading={save.isPending}>
        {t('antiPhishing.submit')}
      </Button>
      <button type="button" className="link" onClick={onBack}>
        {t('antiPhishing.other')}
      </button>
    </form>
  );
}
