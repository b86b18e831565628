import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Dialog, PasswordField, toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AddressFault, addressFault } from '../../lib/address-shape.ts';
import { ApiError, call, errorText } from '../../lib/api.ts';
import type { CoinNetwork } from '../../lib/coin-networks.ts';
import { useClient } from '../../lib/session.ts';
import { type NetworkName, withdrawalsChanged } from '../../lib/withdrawals.ts';
import { AddressText } from '../../ui/address-text.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { useCode } from '../../ui/use-code.ts';

type SaveAddressDialogProps = { readonly networks: readonly CoinNetwork[]; readonly onClose: () => void };

/** Saves an address: what it is and what it is called, the mailed code that fits it alone, and the transaction password. */
export function SaveAddressDialog({ networks: rows, onClose }: SaveAddressDialogProps) {
  const { t } = useTranslation(['withdraw', 'common']);
  const client = useClient();
  const networks = networksOf(rows);
  const [network, setNetwork] = useState<NetworkName>(networks[0]?.value ?? 'TRC20');
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const [password, setPassword] = useState('');
  const [fault, setFault] = useState<AddressFault>();
  const [addressRefusal, setAddressRefusal] = useState<string>();
  const [labelError, setLabelError] = useState<string>();
  const [passwordError, setPasswordError] = useState<string>();
  const code = useCode();

  const isAddressRight = (): boolean => {
    const found = addressFault(address, network);
    setFault(found);
    return found === undefined;
  };
  const blameAddress = (error: unknown): boolean => {
    const isOfAddress = error instanceof ApiError && /^(recipient_|address_saved)/.test(error.code);
    if (isOfAddress) setAddressRefusal(errorText(error));
    return isOfAddress;
  };
  const sendCode = async () => {
    if (!isAddressRight()) throw new Error(t('saved.codeFirst'));
    try {
      return await call('POST /api/v3/saved-addresses/send-code', { body: { network, address } });
    } catch (error) {
      throw blameAddress(error) ? new Error(t('saved.codeFirst')) : error;
    }
  };
  const save = useMutation({
    mutationFn: () =>
      call('POST /api/v3/saved-addresses/add', {
        body: { network, address, label, verification: code.code, transaction_password: password },
      }),
    onSuccess: () => {
      toast.ok(t('saved.done', { label }));
      void withdrawalsChanged();
      onClose();
    },
    onError: (error) => {
      const known = error instanceof ApiError ? error.code : '';
      if (known === 'code_mismatch') code.blame(errorText(error));
      else if (known === 'wrong_transaction_password') setPasswordError(errorText(error));
      else if (!blameAddress(error)) toast.error(errorText(error));
    },
  });
  const submit = () => {
    const isNamed = label.trim() !== '';
    setLabelError(isNamed ? undefined : t('saved.labelRequired'));
    setPasswordError(password === '' ? t('common:required') : undefined);
    const hasCode = code.check();
    if (isAddressRight() && isNamed && hasCode && password !== '') save.mutate();
  };

  return (
    <Dialog opened onClose={onClose} title={t('saved.add')} size={480} persistent={save.isPending}>
      <DialogForm onSubmit={submit}>
        <NativeSelect
          label={t('network')}
          data={networks}
          value={network}
          onChange={(event) => {
            setFault(undefined);
            setAddressRefusal(undefined);
            setNetwork(event.currentTarget.value as NetworkName);
          }}
        />
        <div>
          <TextInput
            label={t('address')}
            name="address"
            value={address}
            maxLength={128}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={fault ? t(`error.${fault}`) : addressRefusal}
            onBlur={() => address !== '' && isAddressRight()}
            onChange={(event) => {
              setFault(undefined);
              setAddressRefusal(undefined);
              setAddress(event.currentTarget.value.replace(/\s/g, ''));
            }}
          />
          {address === '' ? null : <AddressText address={address} />}
        </div>
        <TextInput
          label={t('saved.label')}
          description={t('saved.labelHint')}
          name="label"
          value={label}
          maxLength={40}
          error={labelError}
          onChange={(event) => {
            setLabelError(undefined);
            setLabel(event.currentTarget.value);
          }}
        />
        <CodeField label={t('saved.code')} to={client?.email ?? ''} send={async () => sendCode()} {...code.field} />
        <PasswordField
          label={t('saved.password')}
          value={password}
          onChange={(next) => {
            setPasswordError(undefined);
            setPassword(next);
          }}
          autoComplete="off"
          name="transaction-password"
          error={passwordError}
        />
        <Button type="submit" fullWidth loading={save.isPending}>
          {label.trim() === '' ? t('saved.saveBare') : t('saved.save', { label: label.trim() })}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

/** The networks there are, each once. */
function networksOf(rows: readonly CoinNetwork[]) {
  const names = new Map(rows.map(({ value, name }) => [value, name]));
  return [...names].map(([value, label]) => ({ value, label }));
}
