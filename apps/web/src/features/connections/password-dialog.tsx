import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, PasswordField } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../lib/api.ts';
import styles from './connections.module.css';

type PasswordDialogProps = {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
  /** What it throws is shown below the password. */
  readonly onPassword: (password: string) => Promise<void>;
};

/** Asks for the account password before a way into the account is changed. */
export function PasswordDialog({ title, text, onClose, onPassword }: PasswordDialogProps) {
  const { t } = useTranslation('security', { keyPrefix: 'connect' });
  const [password, setPassword] = useState('');
  const proceed = useMutation({ mutationFn: onPassword });
  return (
    <Dialog opened onClose={onClose} title={title} persistent>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          proceed.mutate(password);
        }}
      >
        <p>{text}</p>
        <PasswordField
          autoFocus
          label={t('password')}
          autoComplete="current-password"
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
      </form>
    </Dialog>
  );
}
