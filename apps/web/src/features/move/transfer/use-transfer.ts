import { useEffect, useMemo, useReducer, useState } from 'react';
import { useWalletOf, type WalletName } from '../../../lib/wallet.ts';
import type { CoinChoice } from '../shared/coin-picker.tsx';
import { useLeftFields } from '../shared/use-left-fields.ts';
import { errorOf, visibleError } from './errors.ts';
import { emptyTransfer, reduceTransfer, type TransferAction } from './reducer.ts';
import { summarise } from './summary.ts';
import type { TransferContext } from './types.ts';

const DEFAULT_COIN = 'BTC';

type WalletData = ReturnType<typeof useWalletOf>['data'];
const availableOf = (answer: WalletData) =>
  answer && new Map(answer.wallet.map(({ name, available }) => [name, available]));

/** Available coins of the three wallets; a wallet is absent until known. */
function useBalances() {
  const [spot, future, funding] = [useWalletOf('SPOT'), useWalletOf('FUTURE'), useWalletOf('FUNDING')];
  const context = useMemo(() => {
    const known: { [W in WalletName]?: ReadonlyMap<string, string> } = {};
    for (const [wallet, { data }] of [
      ['SPOT', spot],
      ['FUTURE', future],
      ['FUNDING', funding],
    ] as const) {
      const available = availableOf(data);
      if (available) known[wallet] = available;
    }
    return known satisfies TransferContext;
  }, [spot, future, funding]);
  const wallets = [spot, future, funding];
  return {
    context,
    coins: spot.data?.wallet ?? [],
    hasFailed: wallets.some(({ data, isError }) => data === undefined && isError),
    refetch: () => void Promise.all(wallets.map(({ refetch }) => refetch())),
  };
}

/** The transfer's state and the values derived from it. */
export function useTransfer(chosen: { readonly coin?: string; readonly type?: WalletName }) {
  const [form, dispatchForm] = useReducer(reduceTransfer, chosen, emptyTransfer);
  const { left, leave, reset } = useLeftFields<'amount'>();
  const [refusal, setRefusal] = useState<string>();
  const { context, coins, hasFailed, refetch } = useBalances();
  // The URL may contain an unlisted coin.
  const isUnlisted = coins.length > 0 && coins.every(({ name }) => name !== form.coin);
  useEffect(() => {
    if (isUnlisted) dispatchForm({ type: 'coin', coin: DEFAULT_COIN });
  }, [isUnlisted]);
  const summary = summarise(form, context);
  const error = errorOf(form, summary);
  const choices: readonly CoinChoice[] = coins.map(({ name, full_name }) => ({
    coin: name,
    fullName: full_name,
    detail: context[form.from]?.get(name) ?? '',
  }));
  return {
    form,
    context,
    summary,
    choices,
    hasFailed,
    refetch,
    refusal,
    setRefusal,
    error: visibleError(error, form, left.amount === true),
    /** Whether the transfer may be sent. */
    isPossible: error === undefined && summary.available !== undefined,
    leave,
    dispatch: (action: TransferAction) => {
      setRefusal(undefined);
      if (action.type === 'coin') reset();
      dispatchForm(action);
    },
  };
}

export type TransferModel = ReturnType<typeof useTransfer>;
