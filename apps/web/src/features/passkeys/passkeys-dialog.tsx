import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, ApiError, call, errorText } from '../../lib/api.ts';
import { securityChanged } from '../../lib/security.ts';
import { isPasskeyRefusal, passkeysWork } from '../../lib/sign-in.ts';
import { AccountPasswordField } from '../../ui/account-password-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { createPasskey } from './create-passkey.ts';
import { PasskeyList } from './passkey-list.tsx';

type PasskeysDialogProps = {
  readonly passkeys: Answer<'GET /api/v3/passkeys'>['passkeys'];
  readonly onClose: () => void;
};

const LONGEST_NAME = 60;

/** The passkeys, each removable, and a form for another one. Every change asks for the account password. */
export function PasskeysDialog({ passkeys, onClose }: PasskeysDialogProps) {
  const { t } = useTranslation('security', { keyPrefix: 'passkeys' });
  const [password, setPassword] = useState('');
  const [name, setName] = useState(t('defaultName'));
  const [wrong, setWrong] = useState<string>();

  const refused = (failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'wrong_password') return setWrong(errorText(failure));
    toast.error(isPasskeyRefusal(failure) ? t('cancelled') : errorText(failure));
  };
  const changed = (text: string) => {
    toast.ok(text);
    void securityChanged();
  };

  const add = useMutation({
    mutationFn: () => createPasskey(password, name.trim()),
    onSuccess: () => changed(t('added')),
    onError: refused,
  });
  const remove = useMutation({
    mutationFn: (id: string) => call('POST /api/v3/passkeys/remove', { body: { id, password } }),
    onSuccess: () => changed(t('removed')),
    onError: refused,
  });

  const submit = () => {
    if (passkeysWork()) add.mutate();
    else toast.error(t('noName'));
  };

  const isBusy = add.isPending || remove.isPending;
  return (
    <Dialog opened onClose={onClose} title={t('dialogTitle')} persistent>
      <DialogForm onSubmit={submit}>
        <p>{t('why')}</p>
        <AccountPasswordField
          value={password}
          error={wrong}
          onChange={(next) => {
            setWrong(undefined);
            setPassword(next);
          }}
        />
        <PasskeyList passkeys={passkeys} disabled={!password || isBusy} onRemove={(id) => remove.mutate(id)} />
        <TextInput
          label={t('name')}
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth disabled={!password || !name.trim() || isBusy} loading={add.isPending}>
          {t('create')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
