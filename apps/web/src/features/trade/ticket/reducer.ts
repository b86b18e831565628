import { ATTACHED, type AttachedForm, NOTHING_ATTACHED } from '../shared/attached-prices.ts';
import { hasPrice, isPlainLimit } from './kinds.ts';
import { sizeForPercent } from './summary.ts';
import type { OrderKind, Side, SizedBy, TicketContext, TicketField, TicketForm, TimeInForce } from './types.ts';

export type PriceField = 'price' | 'trigger' | 'stopPrice' | 'endPrice';

export type TicketAction =
  | { readonly type: 'side'; readonly side: Side }
  | { readonly type: 'kind'; readonly kind: OrderKind }
  | { readonly type: 'price'; readonly field: PriceField; readonly text: string }
  | { readonly type: 'count'; readonly text: string }
  | { readonly type: 'size'; readonly sizedBy: SizedBy; readonly text: string }
  | { readonly type: 'percent'; readonly percent: number; readonly context: TicketContext }
  /** A click in the book: the price and, if a size was clicked, the cumulative size up to that price. */
  | { readonly type: 'pick'; readonly price: string; readonly amount?: string }
  /**
   * Suggests a price: the best price on the order's own side, or the last price if that side is empty. Ignored once the
   * ticket has a price, and for an OCO.
   */
  | { readonly type: 'suggest'; readonly price: string }
  | { readonly type: 'attach'; readonly part: Partial<AttachedForm> }
  | { readonly type: 'post_only'; readonly on: boolean }
  | { readonly type: 'time_in_force'; readonly timeInForce: TimeInForce }
  | { readonly type: 'sent' };

const UNTOUCHED: ReadonlySet<TicketField> = new Set();
const touching = (form: TicketForm, ...fields: TicketField[]) => new Set([...form.touched, ...fields]);

/** An empty ticket, with which a new pair starts: only the side and kind of the old ticket remain. */
export const emptyTicket = (side: Side = 'BUY', kind: OrderKind = 'limit'): TicketForm => ({
  side,
  kind,
  price: '',
  priceChosen: false,
  trigger: '',
  stopPrice: '',
  endPrice: '',
  count: '5',
  size: '',
  sizedBy: 'amount',
  postOnly: false,
  timeInForce: 'GTC',
  ...NOTHING_ATTACHED,
  touched: UNTOUCHED,
});

const pick = (form: TicketForm, action: Extract<TicketAction, { type: 'pick' }>): TicketForm => {
  const priced = hasPrice(form.kind) ? { price: action.price, priceChosen: true } : {};
  const sized = action.amount === undefined ? {} : { size: action.amount, sizedBy: 'amount' as const };
  return {
    ...form,
    ...priced,
    ...sized,
    touched: touching(form, 'price', ...(action.amount === undefined ? [] : (['size'] as const))),
  };
};

/** A change of side or kind clears a suggested price, but not a price that the client chose. */
const unpriced = (form: TicketForm) => ({ price: form.priceChosen ? form.price : '', touched: UNTOUCHED });

const ofKind = (form: TicketForm, kind: OrderKind): TicketForm => ({
  ...form,
  ...unpriced(form),
  kind,
  postOnly: isPlainLimit(kind) && form.postOnly,
  timeInForce: 'GTC',
});

/** Pure reducer: the state of the ticket after an action of the client. */
export const reduceTicket = (form: TicketForm, action: TicketAction): TicketForm => {
  switch (action.type) {
    case 'side':
      return action.side === form.side ? form : { ...form, ...unpriced(form), side: action.side };
    case 'kind':
      return ofKind(form, action.kind);
    case 'price':
      return {
        ...form,
        [action.field]: action.text,
        priceChosen: form.priceChosen || action.field === 'price',
        touched: touching(form, action.field),
      };
    case 'count':
      return { ...form, count: action.text, touched: touching(form, 'count') };
    case 'size':
      return { ...form, sizedBy: action.sizedBy, size: action.text, touched: touching(form, 'size') };
    case 'percent':
      return { ...form, ...sizeForPercent(form, action.context, action.percent), touched: touching(form, 'size') };
    case 'pick':
      return pick(form, action);
    case 'suggest':
      return form.priceChosen || form.price !== '' || form.kind === 'oco' ? form : { ...form, price: action.price };
    case 'attach':
      return {
        ...form,
        ...action.part,
        touched: touching(form, ...ATTACHED.filter((kind) => action.part[kind] !== undefined)),
      };
    case 'post_only':
      return { ...form, postOnly: action.on, timeInForce: action.on ? 'GTC' : form.timeInForce };
    case 'time_in_force':
      return { ...form, timeInForce: action.timeInForce, postOnly: action.timeInForce === 'GTC' && form.postOnly };
    case 'sent':
      return { ...form, size: '', takeProfit: '', stopLoss: '', touched: UNTOUCHED };
  }
};
