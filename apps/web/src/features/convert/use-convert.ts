import { decimalsOf } from '@vitrine/ui';
import { useEffect, useReducer, useState } from 'react';
import { trimZeros } from '../../lib/trading/decimal.ts';
import { useWalletOf } from '../../lib/wallet.ts';
import type { CoinChoice } from '../../ui/coin-picker.tsx';
import { errorsOf, visibleErrors } from './errors.ts';
import { type ConvertAction, emptyConvert, reduceConvert } from './reducer.ts';
import { priceText, summarise } from './summary.ts';
import { useOpenLimits } from './use-open-limits.ts';
import { useQuote } from './use-quote.ts';

const MOST_DECIMALS = 8;

/** The form's state, the live quote, and what follows from both at this moment. */
export function useConvert(chosen: { readonly from?: string; readonly to?: string }) {
  const [form, dispatchForm] = useReducer(reduceConvert, chosen, emptyConvert);
  const [attempted, setAttempted] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const wallet = useWalletOf('SPOT');
  const { data: open } = useOpenLimits();
  const coins = wallet.data?.wallet ?? [];
  const entryOf = (coin: string) => coins.find(({ name }) => name === coin);
  const [from, to] = [entryOf(form.from), entryOf(form.to)];
  // A coin of the address bar that nobody lists.
  const isUnlisted = coins.length > 0 && (!from || !to);
  useEffect(() => {
    if (isUnlisted) dispatchForm({ type: 'reset' });
  }, [isUnlisted]);

  const isAmount = /[1-9]/.test(form.amount) && /^\d+(\.\d+)?$/.test(form.amount);
  const { state, renew } = useQuote(isAmount ? { from: form.from, to: form.to, amount: form.amount } : undefined);
  const quote = state.status === 'success' ? state.quote : undefined;
  const isCurrent = quote !== undefined && trimZeros(quote.amount) === trimZeros(form.amount);
  const context = {
    available: from?.available,
    fromDecimals: from ? decimalsOf(from.available) : MOST_DECIMALS,
    toDecimals: to ? decimalsOf(to.available) : MOST_DECIMALS,
    quote,
  };
  const summary = summarise(form, context);
  const errors = errorsOf(form, context, summary);
  const suggestion = summary.quotePrice && priceText(summary.quotePrice);
  useEffect(() => {
    if (suggestion !== undefined) dispatchForm({ type: 'suggest', price: suggestion });
  }, [suggestion]);

  const choices: readonly CoinChoice[] = coins.map(({ name, full_name, available }) => ({
    coin: name,
    fullName: full_name,
    detail: trimZeros(available),
  }));
  return {
    form,
    context,
    summary,
    /** What stands on the page is of these coins; `isCurrent` says that it is of this very amount as well. */
    quote,
    isCurrent,
    quoteState: state,
    renew,
    choices,
    /** How many limit conversions there may be, where there are that many. */
    fullAt: form.kind === 'limit' && open && open.orders.length >= open.most_open ? open.most_open : undefined,
    refusal,
    setRefusal,
    errors: visibleErrors(errors, form, attempted),
    /** Whether it may be sent; from now on what is missing is said. */
    attempt: () => {
      setAttempted(true);
      setRefusal(undefined);
      // A quote that is still on its way is waited for where it is confirmed.
      const hasTerms = form.kind === 'limit' ? summary.receives !== undefined : state.status !== 'error';
      return Object.keys(errors).length === 0 && context.available !== undefined && hasTerms;
    },
    sent: () => {
      setAttempted(false);
      dispatchForm({ type: 'sent' });
    },
    dispatch: (action: ConvertAction) => {
      setRefusal(undefined);
      dispatchForm(action);
    },
  };
}

export type ConvertModel = ReturnType<typeof useConvert>;
