import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PasswordField, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../lib/api.ts';
import { securityChanged } from '../../lib/security.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { FormPanel } from '../../ui/form-panel.tsx';
import { Note } from '../../ui/note.tsx';
import { useReplacement } from './use-replacement.ts';

type ForgottenTransactionPasswordFormProps = {
  readonly email: string;
  readonly onDone: () => void;
  readonly onBack: () => void;
};

/** A new transaction password in place of a forgotten one: the account password and a mailed code. */
export function ForgottenTransactionPasswordForm({ email, onDone, onBack }: ForgottenTransactionPasswordFormProps) {
  const { t } = useTranslation('security');
  const { values, check, field, blame } = useReplacement();
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();

  const save = useMutation({
    mutationFn: () =>
      call('POST /api/v3/reset-transaction-password', {
        body: { password: values.old, transactionPassword: values.next, verification_code: code },
      }),
    onSuccess: ({ message }) => {
      if (message === 'same_previous_password') return blame('next', t('passwords.reused'));
      toast.ok(t('passwords.transactionChanged'));
      void securityChanged();
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code.startsWith('password_')) return blame('next', errorText(error));
      if (error instanceof ApiError && error.code === 'wrong_password') return blame('old', errorText(error));
      setCodeError(errorText(error));
    },
  });

  const submit = () => {
    const hasCode = code.length === 6;
    setCodeError(hasCode ? undefined : t('passwords.required'));
    if (check() && hasCode) save.mutate();
  };

  return (
    <FormPanel onSubmit={submit} aside={<Note title={t('passwords.forgotten')}>{t('passwords.forgottenText')}</Note>}>
      <PasswordField {...field('old')} label={t('passwords.account')} autoComplete="current-password" />
      <PasswordField
        {...field('next')}
        label={t('passwords.newTransaction')}
        description={t('passwords.rule')}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label={t('passwords.confirmTransaction')} autoComplete="new-password" />
      <CodeField
        label={t('code.mailed')}
        to={email}
        send={() => call('POST /api/v3/forgot-transaction-password/send-code')}
        code={code}
        error={codeError}
        onCode={(next) => {
          setCodeError(undefined);
          setCode(next);
        }}
      />
      <Button type="submit" size="md" loading={save.isPending}>
        {t('passwords.submitForgotten')}
      </Button>
      <button type="button" className="link" onClick={onBack}>
        {t('passwords.remembered')}
      </button>
    </FormPanel>
  );
}
