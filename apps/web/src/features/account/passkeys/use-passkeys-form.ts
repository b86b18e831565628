import { useMutation } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { securityChanged, useSecurity } from '../../../lib/security.ts';
import { isPasskeyRefusal, passkeysWork } from '../../../lib/sign-in.ts';
import { CODE_DIGITS } from '../../../ui/code-field.tsx';
import { passkeyConfirmation } from '../shared/passkey-confirmation.ts';
import { createPasskey } from './create-passkey.ts';
import type { ProvedBy } from './passkey-proof.tsx';

/** The inputs that confirm a change to the passkeys, and the changes themselves. */
export function usePasskeysForm(hasPasskey: boolean) {
  const { t } = useTranslation('security', { keyPrefix: 'passkeys' });
  const [name, setName] = useState(t('defaultName'));
  const proof = useProof(hasPasskey);
  const { by, password, code } = proof;

  const refused = (failure: unknown) => {
    if (!proof.blame(failure)) toast.error(isPasskeyRefusal(failure) ? t('cancelled') : errorText(failure));
  };
  const changed = (text: string) => {
    toast.ok(text);
    void securityChanged();
  };

  const add = useMutation({
    mutationFn: () => {
      const factor = by === 'authenticator' ? { code: code.trim() } : {};
      return createPasskey({ password, ...factor, withPasskey: by === 'passkey' }, name.trim());
    },
    onSuccess: () => {
      proof.setCode('');
      changed(t('added'));
    },
    onError: refused,
  });
  const remove = useMutation({
    mutationFn: async (id: string) => {
      const factor =
        by === 'passkey' ? await passkeyConfirmation() : by === 'mail' ? { mailed_code: code } : { code: code.trim() };
      await call('POST /api/v3/passkeys/remove', { body: { id, password, ...factor } });
    },
    onSuccess: () => {
      proof.setCode('');
      proof.setLost(false);
      changed(t('removed'));
    },
    onError: refused,
  });

  const isProved = password !== '' && (by === 'passkey' || by === 'none' || code.trim().length >= CODE_DIGITS);
  return {
    ...proof,
    name,
    setName,
    add: () => {
      if (passkeysWork()) add.mutate();
      else toast.error(t('noName'));
    },
    isAdding: add.isPending,
    remove: (id: string) => remove.mutate(id),
    isBusy: add.isPending || remove.isPending,
    isProved,
    mayAdd: isProved && by !== 'mail' && name.trim() !== '',
  };
}

/** The account password and, if there is one, an existing factor, or an emailed code if that factor is lost. */
function useProof(hasPasskey: boolean) {
  const [password, setPassword] = useState('');
  const [passwordError, setPasswordError] = useState<string>();
  const [code, setCode] = useState('');
  const [codeError, setCodeError] = useState<string>();
  const [isLost, setLost] = useState(false);
  const hasAuthenticator = useSecurity().data?.authenticator.is_enrolled === true;
  const factor = hasAuthenticator ? 'authenticator' : hasPasskey ? 'passkey' : 'none';
  const by: ProvedBy = isLost ? 'mail' : factor;
  return {
    by,
    password,
    passwordError,
    setPassword: (next: string) => {
      setPasswordError(undefined);
      setPassword(next);
    },
    code,
    codeError,
    setCode: (next: string) => {
      setCodeError(undefined);
      setCode(next);
    },
    setLost: (next: boolean) => {
      setCodeError(undefined);
      setCode('');
      setLost(next);
    },
    /** If a refusal concerns a field, shows it there and returns true. */
    blame: (failure: unknown): boolean => {
      if (!(failure instanceof ApiError)) return false;
      if (failure.code === 'wrong_password') setPasswordError(errorText(failure));
      else if (failure.code === 'code_mismatch') setCodeError(errorText(failure));
      else return false;
      return true;
    },
  };
}
