import { toast } from '@vitrine/ui';
import { type Dispatch, type SetStateAction, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import { plain } from '../../../lib/decimal.ts';
import {
  type FuturesPosition,
  refreshFutures,
  useFuturesAccount,
  useFuturesPositions,
  useFuturesTicker,
} from '../../../lib/futures.ts';
import { attachedBody } from '../shared/attached-prices.ts';
import type { DeskRequest } from '../shared/order-desk.ts';
import { usePerpetual } from '../shared/perpetual-context.ts';
import type { Pick as PickedPrice } from '../shared/pick-bus.ts';
import { useTrade } from '../shared/trade-context.ts';
import { useLastPrice, usePaced } from '../shared/use-live.ts';
import {
  EMPTY_FORM,
  errorOf,
  type FuturesContext,
  type FuturesForm,
  hasLimit,
  lacksPosition,
  otherSide,
  seenPrice,
  summarise,
  triggerKind,
  withReduceOnly,
} from './form.ts';
import { confirmWords } from './words.ts';

const ESTIMATES_PER_SECOND = 4;

/** The current market and account. */
const useContextNow = (side: FuturesForm['side']): FuturesContext => {
  const perpetual = usePerpetual();
  const { market } = useTrade();
  const account = useFuturesAccount(perpetual.name).data;
  const positions = useFuturesPositions().data;
  const { price: lastPrice } = useLastPrice(market);
  const ticker = useFuturesTicker(perpetual.name);
  const positionOn = (each: FuturesForm['side']) =>
    positions?.find((position) => position.name === perpetual.name && position.side === each);
  usePaced(market, 'book', ESTIMATES_PER_SECOND);
  return {
    market: perpetual,
    account,
    bestBid: market.book.levels('bids', 1)[0]?.[0],
    bestAsk: market.book.levels('asks', 1)[0]?.[0],
    lastPrice,
    markPrice: ticker?.mark_price ?? '',
    position: positionOn(side),
    opposite: positionOn(otherSide(side)),
  };
};

const requestOf = (form: FuturesForm, context: FuturesContext): DeskRequest | undefined => {
  const { size } = summarise(form, context);
  if (!size || lacksPosition(form, context)) return undefined;
  const body = {
    name: context.market.name,
    side: form.reduceOnly ? otherSide(form.side) : form.side,
    effect: form.reduceOnly ? 'close' : 'open',
    trade_type: hasLimit(form) ? 'limit' : 'market',
    number_of_order: plain(size),
    ...pricesOf(form, context),
    ...attachedBody(form),
  } as const;
  return {
    call: 'other',
    post: (authorisation, idempotencyKey) =>
      call('POST /api/v3/futures/orders', { body: { ...body, ...authorisation }, idempotencyKey }),
  };
};

const pricesOf = (form: FuturesForm, context: FuturesContext) => {
  if (form.kind === 'trigger')
    return {
      ...(hasLimit(form) ? { order_per_unit: form.price } : {}),
      trigger_price: form.trigger,
      trigger_kind: triggerKind(form, context) ?? 'stop',
    } as const;
  if (form.kind === 'market') return { order_per_unit: seenPrice(form, context) };
  return { order_per_unit: form.price, time_in_force: form.timeInForce, post_only: form.postOnly };
};

/**
 * What the client has to accept before opening a position: the notice on risks if `risks` is true, and a minimum term
 * of `termDays` days unless that is 0.
 */
export interface Notices {
  readonly risks: boolean;
  readonly termDays: number;
}

type SetForm = Dispatch<SetStateAction<FuturesForm>>;

/** A click in the book or the chart sets the price; a click on a size also sets the size. */
const usePicks = (setForm: SetForm, setPriceChosen: (isChosen: boolean) => void): ((pick: PickedPrice) => void) => {
  const { picks } = useTrade();
  const take = useCallback(
    ({ price, amount }: PickedPrice) => {
      setPriceChosen(true);
      setForm((before) => ({
        ...before,
        ...(hasLimit(before) ? { price } : {}),
        ...(amount === undefined ? {} : { amount, unit: 'COIN' }),
      }));
    },
    [setForm, setPriceChosen],
  );
  useEffect(() => picks.listen(take), [picks, take]);
  return take;
};

/**
 * Fills an empty price field with the best price on the order's own side, or the last price if there is none, until the
 * client has chosen a price.
 */
const useSuggestion = (side: FuturesForm['side'], lastPrice: string, setForm: SetForm | undefined): void => {
  const { market } = useTrade();
  useEffect(() => {
    const best = market.book.levels(side === 'long' ? 'bids' : 'asks', 1)[0]?.[0] ?? lastPrice;
    if (best !== '') setForm?.((before) => (before.price === '' ? { ...before, price: best } : before));
  }, [market, lastPrice, side, setForm]);
};

/** Changes the leverage, which the exchange stores for each side of a market. */
const changeLeverage = async (
  body: Pick<FuturesPosition, 'name' | 'side'> & { readonly leverage: number },
): Promise<void> => {
  try {
    await call('POST /api/v3/futures/leverage', { body });
  } catch (error) {
    toast.error(errorText(error));
  }
  await refreshFutures();
};

/** What the client has yet to accept before opening a position in this market. */
const openNotices = ({ market, account }: FuturesContext): Notices => ({
  risks: account?.risks_accepted === false,
  termDays: (account?.accepted_term_days ?? 0) < market.minimum_term_days ? market.minimum_term_days : 0,
});

/** Stores with the account that the client has accepted these notices. */
const acceptNotices = async (name: string, { risks, termDays }: Notices): Promise<void> => {
  if (risks) await call('POST /api/v3/futures/accept-risks', { body: {} });
  if (termDays > 0) await call('POST /api/v3/futures/accept-term', { body: { name, minimum_term_days: termDays } });
};

/** The notices that the client has yet to accept, and functions that show them and take the client's answer. */
const useNotices = (context: FuturesContext, onRefused: (text: string) => void) => {
  const [notices, setNotices] = useState<Notices>();
  return {
    notices,
    /** Shows the notices that have to be accepted first. Returns whether there are any. */
    ask: (): boolean => {
      const open = openNotices(context);
      const isNeeded = open.risks || open.termDays > 0;
      if (isNeeded) setNotices(open);
      return isNeeded;
    },
    /** Returns whether the client has accepted the notices, and the exchange has stored that. */
    answer: async (isAccepted: boolean): Promise<boolean> => {
      setNotices(undefined);
      if (!isAccepted || notices === undefined) return false;
      try {
        await acceptNotices(context.market.name, notices);
        return true;
      } catch (error) {
        onRefused(errorText(error));
        return false;
      } finally {
        void refreshFutures();
      }
    },
  };
};

const useEstimate = (form: FuturesForm) => {
  const context = useContextNow(form.side);
  const summary = summarise(form, context);
  return { context, summary, error: errorOf(form, context, summary) };
};

/** The ticket's state, the values derived from it, and the call that sends it. */
export const useFuturesTicket = (wantedSide: FuturesForm['side'] | undefined) => {
  const { t } = useTranslation('futures');
  const { desk } = useTrade();
  const [typed, setForm] = useState<FuturesForm>({ ...EMPTY_FORM, side: wantedSide ?? 'long' });
  // In a market with a minimum term, a take-profit cannot be attached.
  const form = usePerpetual().minimum_term_days > 0 ? { ...typed, takeProfit: '' } : typed;
  const [isPriceChosen, setPriceChosen] = useState(false);
  const [attempted, setAttempted] = useState(false);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { context, summary, error } = useEstimate(form);

  const change = (part: Partial<FuturesForm>) => {
    setRefusal(undefined);
    setForm((before) => ({ ...before, ...part }));
  };
  const { notices, ask, answer } = useNotices(context, setRefusal);
  const take = usePicks(setForm, setPriceChosen);
  useSuggestion(form.side, context.lastPrice, isPriceChosen ? undefined : setForm);

  const send = async (): Promise<boolean> => {
    const request = requestOf(form, context);
    if (!request) return false;
    setSending(true);
    const outcome = await desk.send(request, confirmWords(t, form, context, summary));
    setSending(false);
    void refreshFutures();
    if (outcome.kind === 'refused') setRefusal(outcome.text);
    if (outcome.kind !== 'done') return false;
    setForm((before) => ({ ...before, amount: '', takeProfit: '', stopLoss: '' }));
    setAttempted(false);
    return true;
  };

  return {
    form,
    context,
    summary,
    refusal,
    sending,
    take,
    error: attempted || (error && form[error.field] !== '' && error.field !== 'price') ? error : undefined,
    change,
    setSide: (next: FuturesForm['side']) => {
      if (next === form.side) return;
      setAttempted(false);
      change({ side: next, takeProfit: '', stopLoss: '', ...(isPriceChosen ? {} : { price: '' }) });
    },
    setPrice: (price: string) => {
      setPriceChosen(true);
      change({ price });
    },
    setReduceOnly: (reduceOnly: boolean) => change(withReduceOnly(form, context, reduceOnly)),
    setLeverage: (leverage: number) => changeLeverage({ name: context.market.name, side: form.side, leverage }),
    notices,
    /**
     * Stores that the client has accepted the notices, and then sends the order. Does neither if they were not
     * accepted.
     */
    answerNotices: async (isAccepted: boolean): Promise<boolean> => (await answer(isAccepted)) && send(),
    submit: async (): Promise<boolean> => {
      setAttempted(true);
      setRefusal(undefined);
      if (sending || error) return false;
      if (form.reduceOnly || !ask()) return send();
      return false;
    },
  };
};

export type FuturesTicketModel = ReturnType<typeof useFuturesTicket>;
