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

type ChangePasswordFormProps = { readonly email: string; readonly onDone: () => void };

/** The account password: the old one, the new one twice, and a mailed code. */
export function ChangePasswordForm({ email, onDone }: ChangePasswordFormProps) {
  const { t } = useTranslation('security');
  const { values, check, field, blame } = useReplacement();
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();

  const save = useMutation({
    mutationFn: () =>
      call('POST /api/v2/update-password', {
        body: { oldLoginPassword: values.old, password: values.next, verification_code: code },
      }),
    onSuccess: ({ message }) => {
      if (message === 'dont_match') return blame('old', t('passwords.invalidOld'));
      if (message === 'same_previous_password') return blame('next', t('passwords.reused'));
      toast.ok(t('passwords.accountChanged'));
      void securityChanged();
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code.startsWith('password_')) return blame('next', errorText(error));
      setCodeError(errorText(error));
    },
  });

  const submit = () => {
    const hasCode = code.length === 6;
    setCodeError(hasCode ? undefined : t('passwords.required'));
    if (check() && hasCode) save.mutate();
  };

  return (
    <FormPanel onSubmit={submit} aside={<Note title={t('passwords.thenTitle')}>{t('passwords.thenAccount')}</Note>}>
      <input
        className="visually-hidden"
        type="email"
        autoComplete="username"
        value={email}
        readOnly
        tabIndex={-1}
        aria-hidden="true"
      />
      <PasswordField {...field('old')} label={t('passwords.oldAccount')} autoComplete="current-password" />
      <PasswordField
        {...field('next')}
        label={t('passwords.newAccount')}
        description={t('passwords.rule')}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label={t('passwords.confirmAccount')} autoComplete="new-password" />
      <CodeField
        label={t('code.mailed')}
        to={email}
        send={() => call('POST /api/v2/get-code-for-password')}
        code={code}
        error={codeError}
        onCode={(next) => {
          setCodeError(undefined);
          setCode(next);
        }}
      />
      <Button type="submit" size="md" loading={save.isPending}>
        {t('passwords.submitAccount')}
      </Button>
    </FormPanel>
  );
}
