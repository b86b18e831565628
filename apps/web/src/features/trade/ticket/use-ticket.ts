import { type ActionDispatch, useCallback, useEffect, useId, useReducer, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTrade } from '../shared/trade-context.ts';
import { useLastPrice, usePaced, useSpotBalances } from '../shared/use-live.ts';
import { errorsOf, visibleErrors } from './errors.ts';
import { emptyTicket, reduceTicket, type TicketAction } from './reducer.ts';
import { requestOf } from './request.ts';
import { seenPrice, summarise } from './summary.ts';
import type { OrderKind, Side, TicketContext, TicketWish } from './types.ts';
import { confirmWords } from './words.ts';

/** The number of book levels that a market order's estimate uses. */
const ESTIMATE_LEVELS = 200;
const ESTIMATES_PER_SECOND = 4;

/** The market and the balances as they are now, updated a few times a second. */
const useTicketContext = (kind: OrderKind): TicketContext => {
  const { rules, market, own } = useTrade();
  const balances = useSpotBalances(own);
  const { price: lastPrice } = useLastPrice(market);
  usePaced(market, 'book', ESTIMATES_PER_SECOND);
  const levels = kind === 'market' ? ESTIMATE_LEVELS : 1;
  return {
    rules,
    lastPrice,
    available: balances && {
      base: balances.get(rules.base)?.available ?? '0',
      quote: balances.get(rules.quote)?.available ?? '0',
    },
    bids: market.book.levels('bids', levels),
    asks: market.book.levels('asks', levels),
  };
};

/** The ticket's state, its current summary, and the call that sends it. */
export const useTicket = (wanted: TicketWish | undefined, fixedSide: Side | undefined) => {
  const { t } = useTranslation('trade');
  const { rules, market, picks, desk } = useTrade();
  const [form, reduce] = useReducer(reduceTicket, emptyTicket(fixedSide ?? wanted?.side));
  const [attempted, setAttempted] = useState(false);
  const [sending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const errorId = useId();
  const context = useTicketContext(form.kind);
  const { lastPrice } = context;

  useEffect(() => {
    if (wanted?.side) reduce({ type: 'side', side: wanted.side });
    if (wanted?.kind) reduce({ type: 'kind', kind: wanted.kind });
    if (wanted?.pick) reduce({ type: 'pick', ...wanted.pick });
    if (wanted) setAttempted(false);
  }, [wanted]);
  useEffect(() => picks.listen((pick) => reduce({ type: 'pick', ...pick })), [picks]);
  const { side, kind } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another side or kind needs another suggestion
  useEffect(() => {
    const best = market.book.levels(side === 'BUY' ? 'bids' : 'asks', 1)[0]?.[0] ?? lastPrice;
    if (best !== '') reduce({ type: 'suggest', price: best });
  }, [market, lastPrice, side, kind]);

  // The same function for each render, so that parts of the form that have not changed are not rendered again.
  const dispatch: ActionDispatch<[TicketAction]> = useCallback((action) => {
    setRefusal(undefined);
    // A change of side or kind makes this a new order, which has not been attempted yet.
    if (action.type === 'side' || action.type === 'kind') setAttempted(false);
    reduce(action);
  }, []);

  const summary = summarise(form, context);
  const errors = errorsOf(form, context, summary);

  const submit = async (): Promise<boolean> => {
    setAttempted(true);
    setRefusal(undefined);
    if (sending || Object.keys(errors).length > 0) return false;
    const request = requestOf(form, rules, seenPrice(form, context), summary);
    if (!request) return false;
    setSending(true);
    const outcome = await desk.send(request, confirmWords(t, form, rules, summary));
    setSending(false);
    if (outcome.kind === 'refused') setRefusal(outcome.text);
    if (outcome.kind !== 'done') return false;
    reduce({ type: 'sent' });
    setAttempted(false);
    return true;
  };

  return {
    form,
    context,
    summary,
    /** The id of the ticket's error line. */
    errorId,
    refusal,
    sending,
    submit,
    errors: visibleErrors(errors, form, attempted),
    dispatch,
  };
};

export type TicketModel = ReturnType<typeof useTicket>;
