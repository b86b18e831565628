import { Button, SegmentedControl } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import { type Security, securityChanged } from '../../../lib/security.ts';
import { AccountPasswordField } from '../../../ui/account-password-field.tsx';
import { CodeInput } from '../../../ui/code-input.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';

type WithdrawLimitDialogProps = { readonly security: Security; readonly onClose: () => void };

/**
 * The limit for a single withdrawal without an authenticator or passkey; raising it needs the account password and, if
 * an authenticator is set up, a code.
 */
export function WithdrawLimitDialog({ security, onClose }: WithdrawLimitDialogProps) {
  const { t } = useTranslation('security');
  const { chosen, password, code, isRaise, isSame, asksForCode, save, ...form } = useWithdrawLimit(security, onClose);
  return (
    <Dialog opened onClose={onClose} title={t('limit.title')}>
      <DialogForm onSubmit={() => save.mutate()}>
        <p>{t('limit.text')}</p>
        <SegmentedControl
          fullWidth
          aria-label={t('limit.title')}
          value={chosen}
          onChange={form.setChosen}
          data={security.withdraw_limit_choices.map((value) => ({ value, label: t('limit.choice', { value }) }))}
        />
        <p className="dim">{t(isRaise ? 'limit.raise' : 'limit.lower')}</p>
        {isRaise ? (
          <AccountPasswordField value={password} error={form.passwordError} onChange={form.setPassword} />
        ) : null}
        {asksForCode ? (
          <CodeInput
            takesRecoveryCodes
            label={t('authenticator.codeOrRecovery')}
            code={code}
            error={form.codeError}
            onCode={form.setCode}
          />
        ) : null}
        <Button
          type="submit"
          fullWidth
          disabled={isSame || (isRaise && password === '') || (asksForCode && code.trim().length < 6)}
          loading={save.isPending}
        >
          {t('limit.submit', { value: chosen })}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

function useWithdrawLimit(security: Security, onSaved: () => void) {
  const { t } = useTranslation('security');
  const { withdraw_limit: limit, authenticator } = security;
  const [chosen, setChosen] = useState(limit);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const isRaise = Number(chosen) > Number(limit);
  // While an increase is pending, saving the current limit cancels the increase.
  const isSame = chosen === limit && security.withdraw_limit_next === undefined;
  const asksForCode = isRaise && authenticator.is_enrolled;
  const save = useMutation({
    mutationFn: () =>
      call('POST /api/v3/update-withdraw-limit', {
        body: {
          withdraw_limit: chosen,
          ...(isRaise ? { password } : {}),
          ...(asksForCode ? { code: code.trim() } : {}),
        },
      }),
    onSuccess: () => {
      toast.ok(t('limit.saved'));
      void securityChanged();
      onSaved();
    },
    onError: (error) => {
      if (!isRaise) toast.error(errorText(error));
    },
  });
  const failure = isRaise && save.error ? errorText(save.error) : undefined;
  const isOfCode = save.error instanceof ApiError && save.error.code === 'code_mismatch';
  /** Editing a field clears the last refusal. */
  const resetting = (set: (text: string) => void) => (text: string) => {
    save.reset();
    set(text);
  };
  return {
    chosen,
    setChosen: resetting(setChosen),
    password,
    setPassword: resetting(setPassword),
    passwordError: isOfCode ? undefined : failure,
    code,
    setCode: resetting(setCode),
    codeError: isOfCode ? failure : undefined,
    isRaise,
    isSame,
    asksForCode,
    save,
  };
}
