import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, type CallResponse, call, errorText } from '../../../lib/api.ts';
import { useLeftFields } from '../shared/use-left-fields.ts';
import { type BuyForm, type Currency, currencyRules, inCurrency, isAmount, isOf, startingForm } from './buy-form.ts';

export type Quote = CallResponse<'GET /api/v3/paypal/quote'>;

const SETTLE_MS = 250;
/** The polling interval of the figures on the page. */
const RENEW_MS = 15_000;

const quoteQuery = ({ currency, amount }: BuyForm) => ({
  queryKey: ['purchase-quote', currency, amount],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    call('GET /api/v3/paypal/quote', { query: { currency, amount }, signal }),
  refetchInterval: RENEW_MS,
});

/** The value, debounced: updated only when `value` has not changed for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

/** The form, the current price, and what the amount buys at that price. */
export function useBuy(chosen: { readonly currency?: string; readonly amount?: string }) {
  const [form, setForm] = useState(() => startingForm(chosen));
  const { left, leave } = useLeftFields<'amount'>();
  const asked = useSettled(form);
  const { currency } = form;
  const price = useQuery(quoteQuery({ currency, amount: currencyRules[currency].example }));
  const quote = useQuery({
    ...quoteQuery(asked),
    enabled: isAmount(asked.amount),
    // If only the amount has changed, the old figures remain, dimmed, until the new figures have loaded.
    placeholderData: (before) => (before?.currency === currency ? before : undefined),
  });
  const hasAmount = isAmount(form.amount);
  const shown = hasAmount && quote.data?.currency === currency ? quote.data : undefined;
  const failure = price.data === undefined ? (price.error ?? undefined) : pricesErrorOf(quote.error);
  const isCurrent = shown !== undefined && isOf(shown, form);
  return {
    form,
    hasAmount,
    /** The quote for the form's amount; may be slightly outdated. */
    quote: shown,
    isCurrent,
    /**
     * The quote whose price is shown: the one for the form's amount or, until an amount is entered, one for an example
     * amount.
     */
    price: shown ?? price.data,
    isUnavailable: failure instanceof ApiError && failure.code === 'buying_unavailable',
    /** Whether the price is still loading, so that nothing can be confirmed. */
    isLoading: price.isPending || (hasAmount && !isCurrent && !(quote.isError && isOf(asked, form))),
    priceFailure: failure && errorText(failure),
    /** The error of the amount. */
    amountFailure:
      !hasAmount || quote.error === null || pricesErrorOf(quote.error) ? undefined : errorText(quote.error),
    isMissing: left.amount === true && !hasAmount,
    leave,
    renew: () => Promise.all([price.refetch(), quote.refetch()]),
    setAmount: (amount: string) => setForm({ ...form, amount }),
    setCurrency: (next: Currency) => setForm(inCurrency(form, next)),
  };
}

/** The error, if it concerns the prices rather than the amount. */
const pricesErrorOf = (error: unknown): ApiError | undefined =>
  error instanceof ApiError && error.code === 'prices_unavailable' ? error : undefined;

export type BuyModel = ReturnType<typeof useBuy>;
