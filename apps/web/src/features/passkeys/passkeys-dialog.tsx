import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, ApiError, call, errorText } from '../../lib/api.ts';
import { passkeyConfirmation } from '../../lib/passkey-confirmation.ts';
import { securityChanged, useSecurity } from '../../lib/security.ts';
import { isPasskeyRefusal, passkeysWork } from '../../lib/sign-in.ts';
import { AccountPasswordField } from '../../ui/account-password-field.tsx';
import { CODE_DIGITS } from '../../ui/code-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { createPasskey } from './create-passkey.ts';
import { PasskeyList } from './passkey-list.tsx';
import { PasskeyProof, type ProvedBy } from './passkey-proof.tsx';

type PasskeysDialogProps = {
  readonly passkeys: Answer<'GET /api/v3/passkeys'>['passkeys'];
  readonly onClose: () => void;
};

const LONGEST_NAME = 60;

/** The passkeys, each removable, and a form for another one. Every change asks for the account password and a factor that is set up; a mailed code removes as well. */
export function PasskeysDialog({ passkeys, onClose }: PasskeysDialogProps) {
  const { t } = useTranslation('security', { keyPrefix: 'passkeys' });
  const [password, setPassword] = useState('');
  const [name, setName] = useState(t('defaultName'));
  const [code, setCode] = useState('');
  const [wrong, setWrong] = useState<string>();
  const [wrongCode, setWrongCode] = useState<string>();
  const [isLost, setLost] = useState(false);
  const hasAuthenticator = useSecurity().data?.authenticator.is_enrolled === true;
  const factor = hasAuthenticator ? 'authenticator' : passkeys.length > 0 ? 'passkey' : 'none';
  const by: ProvedBy = isLost ? 'mail' : factor;

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
      const proof = by === 'authenticator' ? { code: code.trim() } : {};
      return createPasskey({ password, ...proof, withPasskey: by === 'passkey' }, name.trim());
    },
    onSuccess: () => {
      setCode('');
      changed(t('added'));
    },
    onError: refused,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      const proof =
        by === 'passkey' ? await passkeyConfirmation() : by === 'mail' ? { mailed_code: code } : { code: code.trim() };
      await call('POST /api/v3/passkeys/remove', { body: { id, password, ...proof } });
    },
    onSuccess: () => {
      setCode('');
      setLost(false);
      changed(t('removed'));
    },
    onError: refused,
  });

  const submit = () => {
    if (passkeysWork()) add.mutate();
    else toast.error(t('noName'));
  };

  const isBusy = add.isPending || remove.isPending;
  const isProved = password !== '' && (by === 'passkey' || by === 'none' || code.trim().length >= CODE_DIGITS);
  const mayAdd = isProved && by !== 'mail' && name.trim() !== '';
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
        <PasskeyProof
          by={by}
          isRemovable={passkeys.length > 0}
          code={code}
          error={wrongCode}
          onCode={(next) => {
            setWrongCode(undefined);
            setCode(next);
          }}
          onLost={(next) => {
            setWrongCode(undefined);
            setCode('');
            setLost(next);
          }}
        />
        <PasskeyList passkeys={passkeys} disabled={!isProved || isBusy} onRemove={(id) => remove.mutate(id)} />
        <TextInput
          label={t('name')}
          maxLength={LONGEST_NAME}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth disabled={!mayAdd || isBusy} loading={add.isPending}>
          {t('create')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
