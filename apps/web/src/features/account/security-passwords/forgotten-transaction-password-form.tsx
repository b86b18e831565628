import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { Note } from '../../../ui/note.tsx';
import { ReplacementForm } from './replacement-form.tsx';

type ForgottenTransactionPasswordFormProps = {
  readonly email: string;
  readonly onDone: () => void;
  readonly onBack: () => void;
};

/** Replaces a forgotten transaction password; asks for the account password and an emailed code. */
export function ForgottenTransactionPasswordForm({ email, onDone, onBack }: ForgottenTransactionPasswordFormProps) {
  const { t } = useTranslation('security', { keyPrefix: 'passwords' });
  return (
    <ReplacementForm
      labels={{
        old: t('account'),
        next: t('newTransaction'),
        confirm: t('confirmTransaction'),
        submit: t('submitForgotten'),
      }}
      old="current-password"
      aside={<Note title={t('forgotten')}>{t('forgottenText')}</Note>}
      mailed={{ to: email, send: () => call('POST /api/v3/forgot-transaction-password/send-code') }}
      save={({ old, next }, code) =>
        call('POST /api/v3/reset-transaction-password', {
          body: { password: old, transactionPassword: next, verification_code: code },
        })
      }
      changed={t('transactionChanged')}
      onDone={onDone}
    >
      <button type="button" className="link" onClick={onBack}>
        {t('remembered')}
      </button>
    </ReplacementForm>
  );
}
