import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { securityChanged } from '../../../lib/security.ts';
import { AccountPasswordField } from '../../../ui/account-password-field.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Renews the recovery codes or removes the authenticator: both need the account password and a code. */
export function ManageDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('security', { keyPrefix: 'authenticator' });
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <Dialog opened onClose={onClose} title={t('manageTitle')} persistent>
      {codes ? <RecoveryCodes codes={codes} onDone={onClose} /> : <ManageForm onCodes={setCodes} onRemoved={onClose} />}
    </Dialog>
  );
}

type ManageFormProps = {
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onRemoved: () => void;
};

function ManageForm({ onCodes, onRemoved }: ManageFormProps) {
  const { t } = useTranslation('security', { keyPrefix: 'authenticator' });
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<unknown>();
  const body = { password, code: code.trim() };

  const renew = useMutation({
    mutationFn: () => call('POST /api/v3/totp/recovery-codes', { body }),
    onSuccess: ({ recovery_codes }) => {
      onCodes(recovery_codes);
      void securityChanged();
    },
    onError: setFailure,
  });
  const remove = useMutation({
    mutationFn: () => call('POST /api/v3/totp/remove', { body }),
    onSuccess: () => {
      toast.ok(t('removed'));
      onRemoved();
      void securityChanged();
    },
    onError: setFailure,
  });

  const isBusy = renew.isPending || remove.isPending;
  const isEmpty = !password || code.trim().length < 6;
  const isPassword = failure instanceof ApiError && failure.code === 'wrong_password';
  const error = failure === undefined ? undefined : errorText(failure);
  return (
    <DialogForm onSubmit={() => renew.mutate()}>
      <p>{t('manageText')}</p>
      <AccountPasswordField
        value={password}
        error={isPassword ? error : undefined}
        onChange={(next) => {
          setFailure(undefined);
          setPassword(next);
        }}
      />
      <CodeInput
        takesRecoveryCodes
        label={t('codeOrRecovery')}
        code={code}
        error={isPassword ? undefined : error}
        onCode={(next) => {
          setFailure(undefined);
          setCode(next);
        }}
      />
      <Button type="submit" fullWidth disabled={isEmpty || isBusy} loading={renew.isPending}>
        {t('renew')}
      </Button>
      <Button
        variant="default"
        fullWidth
        disabled={isEmpty || isBusy}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t('remove')}
      </Button>
    </DialogForm>
  );
}
