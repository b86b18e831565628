import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { securityChanged } from '../../../lib/security.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { CodeForm } from '../shared/code-form.tsx';
import styles from './anti-phishing-dialog.module.css';
import { isAntiPhishingCode } from './anti-phishing-words.ts';

type AntiPhishingDialogProps = { readonly email: string; readonly onClose: () => void };

/** Two steps: the anti-phishing code, then the emailed code that confirms it. */
export function AntiPhishingDialog({ email, onClose }: AntiPhishingDialogProps) {
  const { t } = useTranslation('security', { keyPrefix: 'antiPhishing' });
  const { t: tCode } = useTranslation('security', { keyPrefix: 'code' });
  const [words, setWords] = useState('');
  const [wordsError, setWordsError] = useState<string>();
  const [isConfirming, setIsConfirming] = useState(false);

  const send = () => call('POST /api/v3/get-code/anti-phishing');
  const request = useMutation({
    mutationFn: send,
    onSuccess: () => setIsConfirming(true),
    onError: (error) => setWordsError(errorText(error)),
  });

  const submit = () => {
    if (!isAntiPhishingCode(words)) return setWordsError(t('invalid'));
    request.mutate();
  };

  const save = async (code: string) => {
    try {
      await call('POST /api/v3/anti-phishing', { body: { anti_phishing_code: words, verification_code: code } });
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === 'anti_phishing_invalid')) throw failure;
      setWordsError(errorText(failure));
      return setIsConfirming(false);
    }
    toast.ok(t('done'));
    void securityChanged();
    onClose();
  };

  return (
    <Dialog opened onClose={onClose} title={t('title')} persistent>
      {isConfirming ? (
        <CodeForm
          label={tCode('mailed')}
          to={email}
          send={send}
          onCode={save}
          submit={t('submit')}
          other={t('other')}
          onOther={() => setIsConfirming(false)}
        >
          <p className={styles.words}>{words}</p>
        </CodeForm>
      ) : (
        <WordsForm
          words={words}
          error={wordsError}
          isBusy={request.isPending}
          onWords={(next) => {
            setWordsError(undefined);
            setWords(next);
          }}
          onSubmit={submit}
        />
      )}
    </Dialog>
  );
}

type WordsFormProps = {
  readonly words: string;
  readonly error: string | undefined;
  readonly isBusy: boolean;
  readonly onWords: (words: string) => void;
  readonly onSubmit: () => void;
};

function WordsForm({ words, error, isBusy, onWords, onSubmit }: WordsFormProps) {
  const { t } = useTranslation('security', { keyPrefix: 'antiPhishing' });
  return (
    <DialogForm onSubmit={onSubmit}>
      <TextInput
        label={t('field')}
        description={t('rule')}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        data-autofocus
        value={words}
        error={error}
        onChange={(event) => onWords(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth disabled={!words} loading={isBusy}>
        {t('next')}
      </Button>
    </DialogForm>
  );
}
