import { Button, NativeSelect, TextInput } from '@mantine/core';
import { Dialog, PasswordField } from '@vitrine/ui';
import { useTranslation } from 'react-i18next';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import { useClient } from '../../../lib/session.ts';
import type { NetworkName } from '../../../lib/withdrawals.ts';
import { AddressText } from '../../../ui/address-text.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { type SaveAddressForm, useSaveAddress } from './use-save-address.ts';

type SaveAddressDialogProps = { readonly networks: readonly CoinNetwork[]; readonly onClose: () => void };

/** Saves an address; asks for its name, an emailed code valid only for this address, and the transaction password. */
export function SaveAddressDialog({ networks: rows, onClose }: SaveAddressDialogProps) {
  const { t } = useTranslation('withdraw');
  const client = useClient();
  const form = useSaveAddress(rows, onClose);
  return (
    <Dialog opened onClose={onClose} title={t('saved.add')} size={480} persistent={form.isSaving}>
      <DialogForm onSubmit={form.submit}>
        <NativeSelect
          label={t('network')}
          data={form.networks}
          value={form.network}
          onChange={(event) => form.setNetwork(event.currentTarget.value as NetworkName)}
        />
        <AddressField form={form} />
        <TextInput
          label={t('saved.label')}
          description={t('saved.labelHint')}
          name="label"
          value={form.label}
          maxLength={40}
          error={form.labelError}
          onChange={(event) => form.setLabel(event.currentTarget.value)}
        />
        <CodeField label={t('saved.code')} to={client?.email ?? ''} send={form.sendCode} {...form.code} />
        <PasswordField
          label={t('saved.password')}
          value={form.password}
          onChange={form.setPassword}
          autoComplete="off"
          name="transaction-password"
          error={form.passwordError}
        />
        <Button type="submit" fullWidth loading={form.isSaving}>
          {form.label.trim() === '' ? t('saved.saveBare') : t('saved.save', { label: form.label.trim() })}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

function AddressField({ form }: { readonly form: SaveAddressForm }) {
  const { t } = useTranslation('withdraw');
  return (
    <div>
      <TextInput
        label={t('address')}
        name="address"
        value={form.address}
        maxLength={128}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={form.addressError}
        onBlur={form.leaveAddress}
        onChange={(event) => form.setAddress(event.currentTarget.value)}
      />
      {form.address === '' ? null : <AddressText address={form.address} />}
    </div>
  );
}
