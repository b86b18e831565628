import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PasswordField, toast } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, errorText } from '../../../lib/api.ts';
import type { Replacement, ReplacementField } from '../../../lib/replacement.ts';
import { securityChanged } from '../../../lib/security.ts';
import { useReplacement } from '../../../lib/use-replacement.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { FormPanel } from '../../../ui/form-panel.tsx';
import { HiddenUsername } from '../../../ui/hidden-username.tsx';
import { useCode } from '../../../ui/use-code.ts';

type ReplacementFormProps = {
  readonly labels: Readonly<Record<ReplacementField | 'submit', string>>;
  /** Tells password managers whether the old password is the account password. */
  readonly old: 'current-password' | 'off';
  /** The username that belongs to the passwords, if they are used to sign in. */
  readonly username?: string;
  readonly aside: ReactNode;
  /** If an emailed code is also needed: the address that it goes to, and how to send it. */
  readonly mailed?: { readonly to: string; readonly send: () => Promise<unknown> };
  readonly save: (values: Replacement, code: string) => Promise<{ readonly message: string }>;
  /** The error for a wrong old password, if the server responds with `dont_match` and no sentence. */
  readonly invalidOld?: string;
  readonly changed: string;
  readonly onDone: () => void;
  /** Content below the button. */
  readonly children?: ReactNode;
};

/** A new password, typed twice, with the factors that authorize the change. */
export function ReplacementForm(props: ReplacementFormProps) {
  const { labels, old, username, aside, mailed, save, invalidOld, changed, onDone, children } = props;
  const { t } = useTranslation('security');
  const { values, check, field, blame } = useReplacement();
  const { code, check: checkCode, field: codeField, blame: blameCode } = useCode();

  const replace = useMutation({
    mutationFn: () => save(values, code),
    onSuccess: ({ message }) => {
      if (message === 'dont_match') return blame('old', invalidOld ?? message);
      if (message === 'same_previous_password') return blame('next', t('passwords.reused'));
      toast.ok(changed);
      void securityChanged();
      onDone();
    },
    onError: (error) => {
      const name = error instanceof ApiError ? error.code : '';
      if (name.startsWith('password_')) return blame('next', errorText(error));
      if (name === 'wrong_password' || !mailed) return blame('old', errorText(error));
      blameCode(errorText(error));
    },
  });

  const submit = () => {
    // Always calls both checks, so that each shows its errors.
    const areWhole = [check(), !mailed || checkCode()];
    if (areWhole.every(Boolean)) replace.mutate();
  };

  return (
    <FormPanel onSubmit={submit} aside={aside}>
      {username ? <HiddenUsername value={username} /> : null}
      <PasswordField {...field('old')} label={labels.old} autoComplete={old} />
      <PasswordField
        {...field('next')}
        label={labels.next}
        description={t('passwords.rule')}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label={labels.confirm} autoComplete="new-password" />
      {mailed ? <CodeField {...codeField} {...mailed} label={t('code.mailed')} /> : null}
      <Button type="submit" size="md" loading={replace.isPending}>
        {labels.submit}
      </Button>
      {children}
    </FormPanel>
  );
}
