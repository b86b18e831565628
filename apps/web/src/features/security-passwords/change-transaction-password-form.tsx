import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PasswordField, toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../lib/api.ts';
import { securityChanged } from '../../lib/security.ts';
import { FormPanel } from '../../ui/form-panel.tsx';
import { Note } from '../../ui/note.tsx';
import { useReplacement } from './use-replacement.ts';

type ChangeTransactionPasswordFormProps = { readonly onDone: () => void; readonly onForgotten: () => void };

/** The transaction password: the old one and the new one twice. */
export function ChangeTransactionPasswordForm({ onDone, onForgotten }: ChangeTransactionPasswordFormProps) {
  const { t } = useTranslation('security');
  const { values, check, field, blame } = useReplacement();

  const save = useMutation({
    mutationFn: () =>
      call('POST /api/v3/update-transaction-password', {
        body: { oldTransactionPassword: values.old, transactionPassword: values.next },
      }),
    onSuccess: ({ message }) => {
      if (message === 'dont_match') return blame('old', t('passwords.oldDontMatch'));
      if (message === 'same_previous_password') return blame('next', t('passwords.reused'));
      toast.ok(t('passwords.transactionChanged'));
      void securityChanged();
      onDone();
    },
    onError: (error) => {
      const isAboutTheNew = error instanceof ApiError && error.code.startsWith('password_');
      blame(isAboutTheNew ? 'next' : 'old', errorText(error));
    },
  });

  return (
    <FormPanel
      onSubmit={() => {
        if (check()) save.mutate();
      }}
      aside={<Note title={t('passwords.thenTitle')}>{t('passwords.thenTransaction')}</Note>}
    >
      <PasswordField {...field('old')} label={t('passwords.oldTransaction')} autoComplete="off" />
      <PasswordField
        {...field('next')}
        label={t('passwords.newTransaction')}
        description={t('passwords.rule')}
        autoComplete="new-password"
      />
      <PasswordField {...field('confirm')} label={t('passwords.confirmTransaction')} autoComplete="new-password" />
      <Button type="submit" size="md" loading={save.isPending}>
        {t('passwords.submitTransaction')}
      </Button>
      <button type="button" className="link" onClick={onForgotten}>
        {t('passwords.forgotten')}
      </button>
    </FormPanel>
  );
}
