import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, PasswordField, toast } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../lib/api.ts';
import { refreshSession } from '../../lib/session.ts';
import styles from './set-transaction-password-dialog.module.css';

const SHORTEST = 9;

type SetTransactionPasswordDialogProps = {
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The password stands: whatever needed it may go on. */
  readonly onDone: () => void;
};

type Field = 'account' | 'next' | 'confirm';
type FieldErrors = Partial<Record<Field, string>>;

/** Asks for the first transaction password, at the moment something needs one. */
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
  const [values, setValues] = useState({ account: '', next: '', confirm: '' });
  const [errors, setErrors] = useState<FieldErrors>({});

  const save = useMutation({
    mutationFn: () =>
      call('POST /api/v3/set-transaction-password', {
        body: {
          password: values.account,
          transaction_password: values.next,
          transaction_password_confirmation: values.confirm,
        },
      }),
    onSuccess: async () => {
      toast.ok(t('transactionPassword.done'));
      await refreshSession();
      onDone();
    },
    onError: (error) => setErrors({ [fieldOf(error)]: errorText(error) }),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: FieldErrors = {};
    if (!values.account) found.account = t('transactionPassword.required');
    if (values.next.length < SHORTEST) found.next = t('transactionPassword.tooShort');
    else if (values.next !== values.confirm) found.confirm = t('transactionPassword.mismatch');
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate();
  };

  const field = (name: Field) => ({
    value: values[name],
    error: errors[name],
    onChange: (next: string) => {
      setValues((before) => ({ ...before, [name]: next }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <p className={styles.text}>{t('transactionPassword.text')}</p>
      <PasswordField
        {...field('account')}
        label={t('transactionPassword.account')}
        autoComplete="current-password"
        autoFocus
      />
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
    </form>
  );
}

/** The field a refusal belongs under. */
function fieldOf(error: unknown): Field {
  if (!(error instanceof ApiError)) return 'confirm';
  if (error.code === 'login_failed') return 'account';
  return error.code === 'password_mismatch' ? 'confirm' : 'next';
}
