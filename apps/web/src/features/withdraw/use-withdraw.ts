import { useEffect, useReducer, useState } from 'react';
import { useCoinNetworks } from '../../lib/coin-networks.ts';
import { useWalletOf } from '../../lib/wallet.ts';
import { useSavedAddresses, useWithdrawalLimits } from '../../lib/withdrawals.ts';
import { blocksButton, errorsOf, hasErrors, visibleErrors } from './errors.ts';
import { emptyWithdrawal, reduceWithdraw, type WithdrawAction } from './reducer.ts';
import { summarise } from './summary.ts';

const DEFAULT_COIN = 'USDT';

/** The withdrawal's state and what follows from it at this moment. */
export function useWithdraw(chosenCoin: string | undefined) {
  const [form, dispatchForm] = useReducer(reduceWithdraw, chosenCoin, emptyWithdrawal);
  const [attempted, setAttempted] = useState(false);
  const [refusal, setRefusal] = useState<string>();
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
  // A coin of the address bar that no network carries, or the only network of one that is.
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
    isError: networks.isError || spot.isError || limits.isError,
    refetch: () => void Promise.all([networks.refetch(), spot.refetch(), limits.refetch()]),
    errors: visibleErrors(errors, form, attempted),
    hasAddressError: errors.address !== undefined,
    isBlocked: blocksButton(errors) || summary.row?.withdrawals_open === false,
    refusal,
    setRefusal,
    /** Whether a draft may be asked for; from now on what is missing is said. */
    attempt: () => {
      setAttempted(true);
      setRefusal(undefined);
      return !hasErrors(errors);
    },
    dispatch: (action: WithdrawAction) => {
      setRefusal(undefined);
      if (action.type === 'sent') setAttempted(false);
      dispatchForm(action);
    },
  };
}

export type WithdrawModel = ReturnType<typeof useWithdraw>;
