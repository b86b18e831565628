import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, ApiError, call, errorText } from '../../lib/api.ts';
import { securityChanged, useSecurity } from '../../lib/security.ts';
import { isPasskeyRefusal, passkeysWork } from '../../lib/sign-in.ts';
import { AccountPasswordField } from '../../ui/account-password-field.tsx';
import { CodeInput } from '../../ui/code-input.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { createPasskey } from './create-passkey.ts';
import { PasskeyList } from './passkey-list.tsx';

type PasskeysDialogProps = {
  readonly passkeys: Answer<'GET /api/v3/passkeys'>['passkeys'];
  readonly onClose: () => void;
};

const LONGEST_NAME = 60;

/** The passkeys, each removable, and a form for another one. Every change asks for the account password, another one also for a factor that is set up. */
export function PasskeysDialog({ passkeys, onClose }: PasskeysDialogProps) {
  const { t } = useTranslation('security', { keyPrefix: 'passkeys' });
  const [password, setPassword] = useState('');
  const [name, setName] = useState(t('defaultName'));
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [wrongCode, setWrongCode] = useState<string>();
  const hasAuthenticator = useSecurity().data?.authenticator.is_enrolled === true;

  const refused = (failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'wrong_password') return setWrong(errorText(failure));
    if (failure instanceof ApiError && failure.code === 'code_mismatch') return setWrongCode(errorText(failure));
    toast.error(isPasskeyRefusal(failure) ? t('cancelled') : errorText(failure));
  };
  const changed = (text: string) => {
    toast.ok(text);
    void securityChanged();
  };

  const add = useMutation({
    mutationFn: () => {
      const proof = hasAuthenticator ? { code: code.trim(), withPasskey: false } : { withPasskey: passkeys.length > 0 };
      return createPasskey({ password, ...proof }, name.trim());
    },
    onSuccess: () => {
      setCode('');
      changed(t('added'));
    },
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
  const isFilled = password !== '' && name.trim() !== '' && (!hasAuthenticator || code.trim().length >= 6);
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
        {hasAuthenticator ? (
          <CodeInput
            takesRecoveryCodes
            label={t('code')}
            code={code}
            error={wrongCode}
            onCode={(next) => {
              setWrongCode(undefined);
              setCode(next);
            }}
          />
        ) : passkeys.length > 0 ? (
          <p>{t('confirmText')}</p>
        ) : null}
        <Button type="submit" fullWidth disabled={!isFilled || isBusy} loading={add.isPending}>
          {t('create')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
