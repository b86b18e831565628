import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { type SavedAddress, withdrawalsChanged } from '../../lib/withdrawals.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';

type RenameAddressDialogProps = { readonly address: SavedAddress; readonly onClose: () => void };

export function RenameAddressDialog({ address, onClose }: RenameAddressDialogProps) {
  const { t } = useTranslation('withdraw');
  const [label, setLabel] = useState(address.label);
  const rename = useMutation({
    mutationFn: () => call('POST /api/v3/saved-addresses/rename', { body: { address_id: address.id, label } }),
    onSuccess: () => {
      toast.ok(t('saved.renamed'));
      void withdrawalsChanged();
      onClose();
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Dialog opened onClose={onClose} title={t('saved.renameNamed', { label: address.label })}>
      <DialogForm onSubmit={() => label.trim() !== '' && rename.mutate()}>
        <TextInput
          label={t('saved.label')}
          description={t('saved.labelHint')}
          name="label"
          value={label}
          maxLength={40}
          error={label.trim() === '' ? t('saved.labelRequired') : undefined}
          onChange={(event) => setLabel(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" fullWidth loading={rename.isPending}>
          {t('saved.rename')}
        </Button>
      </DialogForm>
    </Dialog>
  );
}
