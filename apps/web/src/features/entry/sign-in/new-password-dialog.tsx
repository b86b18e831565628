import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, PasswordField, toast } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import styles from '../../../ui/auth-form.module.css';
import { HiddenUsername } from '../../../ui/hidden-username.tsx';

const SHORTEST = 9;

type NewPasswordDialogProps = { readonly email: string; readonly token: string; readonly onClose: () => void };
type FieldErrors = { readonly password?: string; readonly repeated?: string };

/** Asks for the new password, twice, and states the consequences of the change. */
export function NewPasswordDialog({ email, token, onClose }: NewPasswordDialogProps) {
  const { t } = useTranslation('auth');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});

  const reset = useMutation({
    mutationFn: () => call('POST /api/v3/reset-password', { body: { email, token, password } }),
    onSuccess: () => {
      toast.ok(t('forgot.changed'));
      onClose();
    },
    onError: (failure) => {
      setErrors({ password: errorText(failure) });
      if (!(failure instanceof ApiError) || failure.code !== 'reset_expired') return;
      toast.error(errorText(failure));
      onClose();
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found: FieldErrors = {
      ...(password.length < SHORTEST ? { password: t('signUp.passwordShort') } : {}),
      ...(password === repeated ? {} : { repeated: t('forgot.mismatch') }),
    };
    setErrors(found);
    if (!found.password && !found.repeated) reset.mutate();
  };

  return (
    <Dialog opened onClose={onClose} title={t('forgot.newTitle')} persistent>
      <form className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.lead}>{t('forgot.follows')}</p>
        <HiddenUsername value={email} />
        <PasswordField
          size="lg"
          autoFocus
          name="new-password"
          label={t('forgot.newPassword')}
          description={t('signUp.passwordRule')}
          autoComplete="new-password"
          value={password}
          error={errors.password}
          onChange={(next) => {
            setErrors({});
            setPassword(next);
          }}
        />
        <PasswordField
          size="lg"
          name="repeated-password"
          label={t('forgot.repeat')}
          autoComplete="new-password"
          value={repeated}
          error={errors.repeated}
          onChange={(next) => {
            setErrors({});
            setRepeated(next);
          }}
        />
        <Button type="submit" size="lg" fullWidth disabled={!password || !repeated} loading={reset.isPending}>
          {t('forgot.save')}
        </Button>
      </form>
    </Dialog>
  );
}
