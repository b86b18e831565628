import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { Note } from '../../../ui/note.tsx';
import { ReplacementForm } from './replacement-form.tsx';

type ChangeTransactionPasswordFormProps = { readonly onDone: () => void; readonly onForgotten: () => void };

/** Changes the transaction password; asks for the old password, and for the new password twice. */
export function ChangeTransactionPasswordForm({ onDone, onForgotten }: ChangeTransactionPasswordFormProps) {
  const { t } = useTranslation('security', { keyPrefix: 'passwords' });
  return (
    <ReplacementForm
      labels={{
        old: t('oldTransaction'),
        next: t('newTransaction'),
        confirm: t('confirmTransaction'),
        submit: t('submitTransaction'),
      }}
      old="off"
      aside={<Note title={t('thenTitle')}>{t('thenTransaction')}</Note>}
      save={({ old, next }) =>
        call('POST /api/v3/update-transaction-password', {
          body: { oldTransactionPassword: old, transactionPassword: next },
        })
      }
      invalidOld={t('oldDontMatch')}
      changed={t('transactionChanged')}
      onDone={onDone}
    >
      <button type="button" className="link" onClick={onForgotten}>
        {t('forgotten')}
      </button>
    </ReplacementForm>
  );
}
