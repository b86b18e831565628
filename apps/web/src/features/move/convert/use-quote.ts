import { useEffect, useRef, useState } from 'react';
import { ApiError, type CallResponse, call, errorText } from '../../../lib/api.ts';

export type Quote = CallResponse<'POST /api/v3/convert/quote'> & {
  /** When the quote expires by this machine's clock, which may differ from the server's. */
  readonly endsAt: number;
};

/** The loading state and its data as one union. A quote that is being renewed stays until the next one has loaded. */
export type QuoteState =
  | { readonly status: 'idle' }
  | { readonly status: 'pending' }
  | { readonly status: 'success'; readonly quote: Quote }
  | { readonly status: 'error'; readonly text: string };

interface Wanted {
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}

const SETTLE_MS = 250;
/** A quote is renewed this long before it expires, so that the quote shown can always be accepted. */
const EARLY_MS = 700;
const RETRY_MS = 3_000;

const isOf = (quote: Quote, { from, to }: Wanted): boolean => quote.from === from && quote.to === to;

/**
 * A quote for `wanted`, renewed while the page is visible; no quote if `wanted` is undefined. `renew` requests a new
 * quote immediately.
 */
export function useQuote(wanted: Wanted | undefined): { readonly state: QuoteState; readonly renew: () => void } {
  const [state, setState] = useState<QuoteState>({ status: 'idle' });
  const [round, setRound] = useState(0);
  const key = wanted && `${wanted.from} ${wanted.to} ${wanted.amount}`;
  const latest = useRef(wanted);
  latest.current = wanted;

  useEffect(() => {
    const asked = latest.current;
    if (key === undefined || asked === undefined) return setState({ status: 'idle' });
    const abort = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const later = (ms: number) => {
      timer = setTimeout(() => void ask(), ms);
    };
    const ask = async () => {
      // While the page is hidden, no quote is requested.
      if (document.hidden) return later(SETTLE_MS);
      try {
        const quote = await call('POST /api/v3/convert/quote', { body: asked, signal: abort.signal });
        if (abort.signal.aborted) return;
        setState({ status: 'success', quote: { ...quote, endsAt: Date.now() + quote.lifetime_ms } });
        later(quote.lifetime_ms - EARLY_MS);
      } catch (error) {
        if (abort.signal.aborted) return;
        setState({ status: 'error', text: errorText(error) });
        if (error instanceof ApiError && error.retryable) later(RETRY_MS);
      }
    };
    // If only the amount has changed, the old figures remain, dimmed, until the new figures have loaded.
    setState((before) => (before.status === 'success' && isOf(before.quote, asked) ? before : { status: 'pending' }));
    later(round === 0 ? SETTLE_MS : 0);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key, round]);

  return { state, renew: () => setRound((before) => before + 1) };
}

/** Seconds until the quote expires, and the remaining fraction of its lifetime. */
export function useCountdown(quote: Quote | undefined): { readonly seconds: number; readonly part: number } {
  const [now, setNow] = useState(Date.now);
  const isRunning = quote !== undefined;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!quote) return { seconds: 0, part: 0 };
  const left = Math.max(0, quote.endsAt - Math.max(now, quote.endsAt - quote.lifetime_ms));
  return { seconds: Math.ceil(left / 1000), part: left / quote.lifetime_ms };
}
