import { Button, Checkbox } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { paths } from '../../../lib/paths.ts';
import styles from '../../../ui/auth-form.module.css';
import { emailProblem } from '../shared/email.ts';
import { EmailField } from '../shared/email-field.tsx';

type EmailStepProps = {
  readonly email: string;
  /** Whether a provider vouches for the address: then it cannot be edited, and no code is sent. */
  readonly isProved: boolean;
  readonly onEmail: (email: string) => void;
  readonly onDone: () => void;
};

export function EmailStep({ email, isProved, onEmail, onDone }: EmailStepProps) {
  const { t } = useTranslation('auth');
  const [error, setError] = useState<string>();
  const [agreed, setAgreed] = useState(false);

  const send = useMutation({
    mutationFn: (to: string) => call('POST /api/v2/send-code', { body: { email: to } }),
    onSuccess: (_, to) => {
      // Restores the address that the code was sent to, in case the input has changed meanwhile.
      onEmail(to);
      onDone();
    },
    onError: (failure) =>
      setError(failure instanceof ApiError && failure.code === 'email_taken' ? t('signUp.taken') : errorText(failure)),
  });

  const type = (next: string) => {
    setError(undefined);
    onEmail(next);
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isProved) return onDone();
    const problem = emailProblem(email);
    if (problem) return setError(t(`errors.${problem}`));
    send.mutate(email.trim());
  };

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {isProved ? (
        <p className={styles.who}>
          <b>{email}</b>
        </p>
      ) : (
        <EmailField label={t('signUp.email')} email={email} error={error} onEmail={type} />
      )}
      <Checkbox
        size="md"
        label={
          <Trans
            t={t}
            i18nKey="signUp.agree"
            components={{
              terms: <Link to={paths.terms} className="link" target="_blank" />,
              privacy: <Link to={paths.privacy} className="link" target="_blank" />,
            }}
          />
        }
        checked={agreed}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <Button type="submit" size="lg" fullWidth disabled={!email.trim() || !agreed} loading={send.isPending}>
        {t(isProved ? 'signUp.continue' : 'signUp.sendCode')}
      </Button>
    </form>
  );
}
