import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, PasswordField, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../lib/api.ts';
import type { ReplacementField } from '../lib/replacement.ts';
import { refreshSession } from '../lib/session.ts';
import { useReplacement } from '../lib/use-replacement.ts';
import { AccountPasswordField } from './account-password-field.tsx';
import { DialogForm } from './dialog-form.tsx';

type SetTransactionPasswordDialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** Called when the password has been set, so that the action that needed it can continue. */
  readonly onDone: () => void;
};

/** Asks the client to set a first transaction password when an action needs one. */
export function SetTransactionPasswordDialog({ opened, onClose, onDone }: SetTransactionPasswordDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onClose} title={t('transactionPassword.title')} persistent>
      <PasswordForm onDone={onDone} />
    </Dialog>
  );
}

function PasswordForm({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const { values, check, field, blame } = useReplacement();

  const save = useMutation({
    mutationFn: () =>
      call('POST /api/v3/set-transaction-password', {
        body: {
          password: values.old,
          transaction_password: values.next,
          transaction_password_confirmation: values.confirm,
        },
      }),
    onSuccess: async () => {
      toast.ok(t('transactionPassword.done'));
      await refreshSession();
      onDone();
    },
    onError: (error) => blame(fieldOf(error), errorText(error)),
  });

  const submit = () => {
    if (check()) save.mutate();
  };

  return (
    <DialogForm onSubmit={submit}>
      <p>{t('transactionPassword.text')}</p>
      <AccountPasswordField {...field('old')} />
      <PasswordField
        {...field('next')}
        label={t('transactionPassword.new')}
        description={t('transactionPassword.rule')}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label={t('transactionPassword.confirm')} autoComplete="new-password" />
      <Button type="submit" fullWidth loading={save.isPending}>
        {t('transactionPassword.submit')}
      </Button>
    </DialogForm>
  );
}

/** The field below which a refusal is shown. */
function fieldOf(error: unknown): ReplacementField {
  if (!(error instanceof ApiError)) return 'confirm';
  if (error.code === 'login_failed') return 'old';
  return error.code === 'password_mismatch' ? 'confirm' : 'next';
}
