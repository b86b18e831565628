import { TextInput } from '@mantine/core';
import { toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { type SavedAddress, withdrawalsChanged } from '../../../lib/withdrawals.ts';
import { PasswordDialog } from '../shared/password-dialog.tsx';

type RenameAddressDialogProps = { readonly address: SavedAddress; readonly onClose: () => void };

export function RenameAddressDialog({ address, onClose }: RenameAddressDialogProps) {
  const { t } = useTranslation('withdraw');
  const [label, setLabel] = useState(address.label);
  const isNamed = label.trim() !== '';
  return (
    <PasswordDialog
      title={t('saved.renameNamed', { label: address.label })}
      act={t('saved.rename')}
      ready={isNamed}
      send={(transaction_password) =>
        call('POST /api/v3/saved-addresses/rename', { body: { address_id: address.id, label, transaction_password } })
      }
      onDone={() => {
        toast.ok(t('saved.renamed'));
        void withdrawalsChanged();
        onClose();
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('saved.label')}
        description={t('saved.labelHint')}
        name="label"
        value={label}
        maxLength={40}
        error={isNamed ? undefined : t('saved.labelRequired')}
        onChange={(event) => setLabel(event.currentTarget.value)}
        data-autofocus
      />
    </PasswordDialog>
  );
}
