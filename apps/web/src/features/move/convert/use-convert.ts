import { decimalsOf } from '@vitrine/ui';
import { useEffect, useReducer, useState } from 'react';
import { trimZeros } from '../../../lib/decimal.ts';
import { useWalletOf } from '../../../lib/wallet.ts';
import type { CoinChoice } from '../shared/coin-picker.tsx';
import { useLeftFields } from '../shared/use-left-fields.ts';
import { errorsOf, needOf, visibleErrors } from './errors.ts';
import { type ConvertAction, emptyConvert, reduceConvert } from './reducer.ts';
import { priceText, summarise } from './summary.ts';
import type { ConvertContext, ConvertErrors } from './types.ts';
import { useOpenLimits } from './use-open-limits.ts';
import { type Quote, useQuote } from './use-quote.ts';

const MOST_DECIMALS = 8;

/** The form's state, the live quote, and the values derived from both. */
export function useConvert(chosen: { readonly from?: string; readonly to?: string }) {
  const [form, dispatchForm] = useReducer(reduceConvert, chosen, emptyConvert);
  const { left, leave, reset } = useLeftFields<keyof ConvertErrors>();
  const [refusal, setRefusal] = useState<string>();
  const wallet = useWalletOf('SPOT');
  const open = useOpenLimits();
  const coins = wallet.data?.wallet ?? [];
  const entryOf = (coin: string) => coins.find(({ name }) => name === coin);
  const [from, to] = [entryOf(form.from), entryOf(form.to)];
  // The URL may contain an unlisted coin.
  const isUnlisted = coins.length > 0 && (!from || !to);
  useEffect(() => {
    if (isUnlisted) dispatchForm({ type: 'reset' });
  }, [isUnlisted]);

  const isAmount = /[1-9]/.test(form.amount) && /^\d+(\.\d+)?$/.test(form.amount);
  const { state, renew } = useQuote(isAmount ? { from: form.from, to: form.to, amount: form.amount } : undefined);
  const quote = state.status === 'success' ? state.quote : undefined;
  const isCurrent = quote !== undefined && trimZeros(quote.amount) === trimZeros(form.amount);
  const context = contextOf(from, to, quote);
  const summary = summarise(form, context);
  const errors = errorsOf(form, context, summary);
  const suggestion = summary.quotePrice && priceText(summary.quotePrice);
  useEffect(() => {
    if (suggestion !== undefined) dispatchForm({ type: 'suggest', price: suggestion });
  }, [suggestion]);

  const isLimit = form.kind === 'limit';
  // A quote that is still loading does not block the button: the confirmation waits for the quote.
  const hasTerms = isLimit ? summary.receives !== undefined : state.status !== 'error';
  return {
    form,
    context,
    summary,
    hasFailed: wallet.data === undefined && wallet.isError,
    refetch: () => void wallet.refetch(),
    /** A quote for these coins; `isCurrent` says whether it is also for this exact amount. */
    quote,
    isCurrent,
    quoteState: state,
    renew,
    choices: coins.map(choiceOf),
    /** The maximum number of open limit conversions; undefined unless it is reached. */
    fullAt: isLimit && open.data && open.data.orders.length >= open.data.most_open ? open.data.most_open : undefined,
    /** Whether the number of open limit conversions is still loading, so that their maximum cannot be checked yet. */
    isCounting: isLimit && open.isPending,
    refusal,
    setRefusal,
    errors: visibleErrors(errors, form, left),
    /** The first missing field. */
    need: needOf(errors),
    /** Whether the conversion may be sent. */
    isPossible: Object.keys(errors).length === 0 && context.available !== undefined && hasTerms,
    leave,
    sent: () => {
      reset();
      dispatchForm({ type: 'sent' });
    },
    dispatch: (action: ConvertAction) => {
      setRefusal(undefined);
      // A change of coins clears the fields, which then show no errors until the client leaves them again.
      if (action.type === 'from' || action.type === 'to' || action.type === 'swap') reset();
      dispatchForm(action);
    },
  };
}

export type ConvertModel = ReturnType<typeof useConvert>;

type Entry = NonNullable<ReturnType<typeof useWalletOf>['data']>['wallet'][number];

const contextOf = (from: Entry | undefined, to: Entry | undefined, quote: Quote | undefined): ConvertContext => ({
  available: from?.available,
  fromDecimals: from ? decimalsOf(from.available) : MOST_DECIMALS,
  toDecimals: to ? decimalsOf(to.available) : MOST_DECIMALS,
  quote,
});

const choiceOf = ({ name, full_name, available }: Entry): CoinChoice => ({
  coin: name,
  fullName: full_name,
  detail: trimZeros(available),
});
