import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../../lib/api.ts';
import { AccountPasswordField } from '../../../ui/account-password-field.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';

type AccountPasswordFormProps = {
  /** The reason for asking for the password. */
  readonly text: string;
  /** Errors it throws are shown below the password. */
  readonly onPassword: (password: string) => Promise<void>;
};

/** Asks for nothing but the account password, before a dialog's next step. */
export function AccountPasswordForm({ text, onPassword }: AccountPasswordFormProps) {
  const { t } = useTranslation('common');
  const [password, setPassword] = useState('');
  const proceed = useMutation({ mutationFn: onPassword });
  return (
    <DialogForm onSubmit={() => proceed.mutate(password)}>
      <p>{text}</p>
      <AccountPasswordField
        value={password}
        error={proceed.error ? errorText(proceed.error) : undefined}
        onChange={(next) => {
          proceed.reset();
          setPassword(next);
        }}
      />
      <Button type="submit" fullWidth disabled={!password} loading={proceed.isPending}>
        {t('continue')}
      </Button>
    </DialogForm>
  );
}
