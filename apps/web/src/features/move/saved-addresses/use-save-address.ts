import { useMutation } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, call, errorText } from '../../../lib/api.ts';
import type { CoinNetwork } from '../../../lib/coin-networks.ts';
import { type NetworkName, withdrawalsChanged } from '../../../lib/withdrawals.ts';
import { useCode } from '../../../ui/use-code.ts';
import { type AddressFault, addressFault } from '../shared/address-shape.ts';

export type SaveAddressForm = ReturnType<typeof useSaveAddress>;

/** The form for saving an address: its inputs, their errors, and the call. */
export function useSaveAddress(rows: readonly CoinNetwork[], onSaved: () => void) {
  const { t } = useTranslation(['withdraw', 'common']);
  const target = useTarget(rows);
  const { network, address } = target;
  const [label, setLabel] = useState('');
  const [labelError, setLabelError] = useState<string>();
  const [password, setPassword] = useState('');
  const [passwordError, setPasswordError] = useState<string>();
  const code = useCode();

  const sendCode = async () => {
    if (!target.check()) throw new Error(t('saved.codeFirst'));
    try {
      return await call('POST /api/v3/saved-addresses/send-code', { body: { network, address } });
    } catch (error) {
      throw target.blame(error) ? new Error(t('saved.codeFirst')) : error;
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
      onSaved();
    },
    onError: (error) => {
      const known = error instanceof ApiError ? error.code : '';
      if (known === 'code_mismatch') code.blame(errorText(error));
      else if (known === 'wrong_transaction_password') setPasswordError(errorText(error));
      else if (!target.blame(error)) toast.error(errorText(error));
    },
  });
  const submit = () => {
    const isNamed = label.trim() !== '';
    setLabelError(isNamed ? undefined : t('saved.labelRequired'));
    setPasswordError(password === '' ? t('common:required') : undefined);
    const hasCode = code.check();
    if (target.check() && isNamed && hasCode && password !== '') save.mutate();
  };

  return {
    ...target.field,
    label,
    labelError,
    setLabel: (next: string) => {
      setLabelError(undefined);
      setLabel(next);
    },
    code: code.field,
    sendCode,
    password,
    passwordError,
    setPassword: (next: string) => {
      setPasswordError(undefined);
      setPassword(next);
    },
    submit,
    isSaving: save.isPending,
  };
}

/** The address and its network, and the error of this combination. */
function useTarget(rows: readonly CoinNetwork[]) {
  const { t } = useTranslation('withdraw');
  const networks = networksOf(rows);
  const [network, setNetwork] = useState<NetworkName>(networks[0]?.value ?? 'TRC20');
  const [address, setAddress] = useState('');
  const [fault, setFault] = useState<AddressFault>();
  const [refusal, setRefusal] = useState<string>();

  const clear = () => {
    setFault(undefined);
    setRefusal(undefined);
  };
  /** Shows the error, if any. Returns whether there is none. */
  const check = (): boolean => {
    const found = addressFault(address, network);
    setFault(found);
    return found === undefined;
  };
  /** If a refusal concerns the address, shows it and returns true. */
  const blame = (error: unknown): boolean => {
    const isOfAddress = error instanceof ApiError && /^(recipient_|address_saved)/.test(error.code);
    if (isOfAddress) setRefusal(errorText(error));
    return isOfAddress;
  };
  const field = {
    networks,
    network,
    setNetwork: (next: NetworkName) => {
      clear();
      setNetwork(next);
    },
    address,
    addressError: fault ? t(`error.${fault}`) : refusal,
    setAddress: (text: string) => {
      clear();
      setAddress(text.replace(/\s/g, ''));
    },
    leaveAddress: () => {
      if (address !== '') check();
    },
  };
  return { network, address, check, blame, field };
}

/** All networks, each once. */
function networksOf(rows: readonly CoinNetwork[]) {
  const names = new Map(rows.map(({ value, name }) => [value, name]));
  return [...names].map(([value, label]) => ({ value, label }));
}
