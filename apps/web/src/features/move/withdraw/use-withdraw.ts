import { useEffect, useReducer, useState } from 'react';
import { useCoinNetworks } from '../../../lib/coin-networks.ts';
import { useWalletOf } from '../../../lib/wallet.ts';
import { useSavedAddresses, useWithdrawalLimits } from '../../../lib/withdrawals.ts';
import { useLeftFields } from '../shared/use-left-fields.ts';
import { blocksButton, errorsOf, hasErrors, needOf, visibleErrors } from './errors.ts';
import { emptyWithdrawal, reduceWithdraw, type WithdrawAction } from './reducer.ts';
import { summarise } from './summary.ts';
import type { LeftField } from './types.ts';

const DEFAULT_COIN = 'USDT';

/** The withdrawal's state and the values derived from it. */
export function useWithdraw(chosenCoin: string | undefined) {
  const [form, dispatchForm] = useReducer(reduceWithdraw, chosenCoin, emptyWithdrawal);
  const { left, leave, add, reset } = useLeftFields<LeftField>();
  const [refusal, setRefusal] = useState<string>();
  const [addressRefusal, setAddressRefusal] = useState<string>();
  const [networks, spot, limits, saved] = [
    useCoinNetworks(),
    useWalletOf('SPOT'),
    useWithdrawalLimits(),
    useSavedAddresses(),
  ];
  const context = {
    networks: networks.data,
    available: spot.data && new Map(spot.data.wallet.map(({ name, available }) => [name, available])),
    limits: limits.data,
    saved: saved.data,
  };
  const summary = summarise(form, context);
  const errors = errorsOf(form, summary);
  // If no network supports the coin in the URL, chooses the default coin; otherwise, if no network is chosen yet,
  // chooses the coin's cheapest open network.
  const rows = networks.data;
  useEffect(() => {
    if (rows === undefined) return;
    const isCarried = rows.some(({ coin }) => coin === form.coin);
    if (!isCarried) dispatchForm({ type: 'coin', coin: DEFAULT_COIN, networks: rows });
    else if (form.network === undefined) dispatchForm({ type: 'coin', coin: form.coin, networks: rows });
  }, [rows, form.coin, form.network]);
  return {
    form,
    context,
    summary,
    /** Names and icons of coins. */
    wallet: spot.data?.wallet ?? [],
    hasFailed: [networks, spot, limits].some(({ data, isError }) => data === undefined && isError),
    refetch: () => void Promise.all([networks.refetch(), spot.refetch(), limits.refetch()]),
    errors: visibleErrors(errors, form, left),
    hasAddressError: errors.address !== undefined,
    /** Whether the address is valid on the network, including its checksum. */
    isAddressValid: form.network !== undefined && errors.address === undefined,
    isLoading: networks.isPending || spot.isPending || limits.isPending || saved.isPending,
    isStopped: summary.row?.withdrawals_open === false,
    isBlocked: blocksButton(errors),
    /** The first missing field. */
    need: needOf(errors),
    refusal,
    setRefusal,
    /** Why the server refuses withdrawals to this address. */
    addressRefusal,
    setAddressRefusal,
    /** To be called when the client has left a field, or has pasted into it. */
    leave,
    /** Shows all errors from now on. Returns whether a draft may be requested. */
    attempt: () => {
      add('address');
      add('amount');
      setRefusal(undefined);
      setAddressRefusal(undefined);
      return !hasErrors(errors);
    },
    dispatch: (action: WithdrawAction) => {
      setRefusal(undefined);
      setAddressRefusal(undefined);
      if (action.type === 'sent') reset();
      dispatchForm(action);
    },
  };
}

export type WithdrawModel = ReturnType<typeof useWithdraw>;
