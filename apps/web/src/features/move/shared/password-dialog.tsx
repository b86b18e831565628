import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, PasswordField, toast } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '../../../lib/api.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';

type PasswordDialogProps<Result> = {
  readonly title: string;
  /** The button's text. */
  readonly act: string;
  /** A description of the change. */
  readonly children: ReactNode;
  readonly send: (transactionPassword: string) => Promise<Result>;
  /** Whether the dialog's other inputs are complete. */
  readonly ready?: boolean;
  readonly onDone: (answer: Result) => void;
  readonly onClose: () => void;
};

/** A change that always asks for the transaction password, even in an unlocked session. */
export function PasswordDialog<Result>({
  title,
  act,
  children,
  send,
  ready = true,
  onDone,
  onClose,
}: PasswordDialogProps<Result>) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const change = useMutation({
    mutationFn: () => send(password),
    onSuccess: onDone,
    onError: (thrown) => {
      const isPassword = thrown instanceof ApiError && thrown.code.includes('transaction_password');
      if (isPassword) setError(errorText(thrown));
      else toast.error(errorText(thrown));
    },
  });
  return (
    <Dialog opened onClose={onClose} title={title} persistent={change.isPending}>
      <DialogForm onSubmit={() => change.mutate()}>
        {children}
        <PasswordField
          label={t('authorise.password')}
          value={password}
          onChange={(next) => {
            setError(undefined);
            setPassword(next);
          }}
          autoComplete="off"
          name="transaction-password"
          error={error}
          autoFocus
        />
        <Button type="submit" fullWidth disabled={password === '' || !ready} loading={change.isPending}>
          {act}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
