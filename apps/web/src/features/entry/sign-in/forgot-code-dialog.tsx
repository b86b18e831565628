import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import styles from '../../../ui/auth-form.module.css';
import { CodeField } from '../../../ui/code-field.tsx';
import { emailProblem } from '../shared/email.ts';
import { EmailField } from '../shared/email-field.tsx';

const DIGITS = 6;

type ForgotCodeDialogProps = {
  /** Empty when signing in by phone: the dialog then asks for the address. */
  readonly email: string;
  readonly onClose: () => void;
  readonly onProved: (proof: { readonly email: string; readonly token: string }) => void;
};

/** Asks for the emailed code. */
export function ForgotCodeDialog({ email: known, onClose, onProved }: ForgotCodeDialogProps) {
  const { t } = useTranslation('auth');
  const [email, setEmail] = useState(known);
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();

  const verify = useMutation({
    mutationFn: (digits: string) =>
      call('POST /api/v3/forget-password-code/verify', { body: { email: email.trim(), code: digits } }),
    onSuccess: ({ token }) => onProved({ email: email.trim(), token }),
    onError: (failure) => {
      const isWrong = failure instanceof ApiError && failure.code === 'code_mismatch';
      setError(isWrong ? t('forgot.wrongCode') : errorText(failure));
      setCode('');
    },
  });

  const fill = (digits: string) => {
    setError(undefined);
    setCode(digits);
    if (digits.length === DIGITS && !verify.isPending) verify.mutate(digits);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const problem = emailProblem(email);
    if (problem) return setError(t(`errors.${problem}`));
    if (code.length < DIGITS) return setError(t('errors.required'));
    verify.mutate(code);
  };

  return (
    <Dialog opened onClose={onClose} title={t('forgot.title')} persistent>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.lead}>{t('forgot.lead')}</p>
        {known ? null : <EmailField label={t('signIn.email')} email={email} error={undefined} onEmail={setEmail} />}
        <CodeField
          label={t('forgot.code')}
          to={email.trim()}
          send={() => call('POST /api/v3/forgot-password/send-code', { body: { email: email.trim() } })}
          isSent={known !== ''}
          code={code}
          error={error}
          onCode={fill}
        />
        <Button type="submit" size="lg" fullWidth disabled={code.length < DIGITS} loading={verify.isPending}>
          {t('forgot.confirm')}
        </Button>
      </form>
    </Dialog>
  );
}
