import { toast } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { type SavedAddress, withdrawalsChanged } from '../../../lib/withdrawals.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { PasswordDialog } from '../shared/password-dialog.tsx';

type RemoveAddressDialogProps = { readonly address: SavedAddress; readonly onClose: () => void };

export function RemoveAddressDialog({ address, onClose }: RemoveAddressDialogProps) {
  const { t } = useTranslation('withdraw');
  const { id, label } = address;
  return (
    <PasswordDialog
      title={t('saved.removeNamed', { label })}
      act={t('saved.remove')}
      send={(transaction_password) =>
        call('POST /api/v3/saved-addresses/remove', { body: { address_id: id, transaction_password } })
      }
      onDone={() => {
        toast.ok(t('saved.removed', { label }));
        void withdrawalsChanged();
        onClose();
      }}
      onClose={onClose}
    >
      <AddressText address={address.address} />
      <p>{t('saved.removeText')}</p>
    </PasswordDialog>
  );
}
