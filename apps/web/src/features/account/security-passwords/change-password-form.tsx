import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { Note } from '../../../ui/note.tsx';
import { ReplacementForm } from './replacement-form.tsx';

type ChangePasswordFormProps = { readonly email: string; readonly onDone: () => void };

/** Changes the account password; asks for the old password, the new password twice, and an emailed code. */
export function ChangePasswordForm({ email, onDone }: ChangePasswordFormProps) {
  const { t } = useTranslation('security', { keyPrefix: 'passwords' });
  return (
    <ReplacementForm
      labels={{
        old: t('oldAccount'),
        next: t('newAccount'),
        confirm: t('confirmAccount'),
        submit: t('submitAccount'),
      }}
      old="current-password"
      username={email}
      aside={<Note title={t('thenTitle')}>{t('thenAccount')}</Note>}
      mailed={{ to: email, send: () => call('POST /api/v2/get-code-for-password') }}
      save={({ old, next }, code) =>
        call('POST /api/v2/update-password', {
          body: { oldLoginPassword: old, password: next, verification_code: code },
        })
      }
      invalidOld={t('invalidOld')}
      changed={t('accountChanged')}
      onDone={onDone}
    />
  );
}
