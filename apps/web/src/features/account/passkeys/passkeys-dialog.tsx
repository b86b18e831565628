import { Button, TextInput } from '@mantine/core';
import { Dialog } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CallResponse } from '../../../lib/api.ts';
import { AccountPasswordField } from '../../../ui/account-password-field.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { PasskeyProof } from './passkey-proof.tsx';
import { usePasskeysForm } from './use-passkeys-form.ts';

type PasskeysDialogProps = {
  readonly passkeys: CallResponse<'GET /api/v3/passkeys'>['passkeys'];
  readonly onClose: () => void;
};

const LONGEST_NAME = 60;

/**
 * The passkeys, each removable, and a form to add another. Every change needs the account password and, if there is
 * one, an existing factor; for removal an emailed code also works.
 */
export function PasskeysDialog({ passkeys, onClose }: PasskeysDialogProps) {
  const { t } = useTranslation('security', { keyPrefix: 'passkeys' });
  const form = usePasskeysForm(passkeys.length > 0);
  return (
    <Dialog opened onClose={onClose} title={t('dialogTitle')} persistent>
      <DialogForm onSubmit={form.add}>
        <p>{t('why')}</p>
        <AccountPasswordField value={form.password} error={form.passwordError} onChange={form.setPassword} />
        <PasskeyProof
          by={form.by}
          isRemovable={passkeys.length > 0}
          code={form.code}
          error={form.codeError}
          onCode={form.setCode}
          onLost={form.setLost}
        />
        <PasskeyList passkeys={passkeys} disabled={!form.isProved || form.isBusy} onRemove={form.remove} />
        <TextInput
          label={t('name')}
          maxLength={LONGEST_NAME}
          value={form.name}
          onChange={(event) => form.setName(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth disabled={!form.mayAdd || form.isBusy} loading={form.isAdding}>
          {t('create')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
