import type { ConvertForm, ConvertKind } from './types.ts';

export type ConvertAction =
  | { readonly type: 'kind'; readonly kind: ConvertKind }
  | { readonly type: 'from' | 'to'; readonly coin: string }
  | { readonly type: 'swap' }
  | { readonly type: 'amount'; readonly text: string }
  | { readonly type: 'price'; readonly text: string }
  /** Suggests the price of the newest quote; ignored once the client has chosen a price. */
  | { readonly type: 'suggest'; readonly price: string }
  | { readonly type: 'sent' }
  /** Resets to the initial coins. */
  | { readonly type: 'reset' };

const QUOTE = 'USDT';
const DEFAULT_COIN = 'BTC';

/** The initial form: from USDT to BTC, unless a link preselects other coins. The two coins are never the same. */
export const emptyConvert = (chosen: { readonly from?: string; readonly to?: string } = {}): ConvertForm => {
  const from = chosen.from?.toUpperCase() ?? (chosen.to?.toUpperCase() === QUOTE ? DEFAULT_COIN : QUOTE);
  const to = chosen.to?.toUpperCase() ?? (from === DEFAULT_COIN ? QUOTE : DEFAULT_COIN);
  const isPair = from !== to;
  return {
    kind: 'market',
    from: isPair ? from : QUOTE,
    to: isPair ? to : DEFAULT_COIN,
    amount: '',
    price: '',
    priceChosen: false,
  };
};

const unpriced = { price: '', priceChosen: false } as const;

/** The form after one action of the client; pure. Choosing the other side's coin swaps the two coins. */
export const reduceConvert = (form: ConvertForm, action: ConvertAction): ConvertForm => {
  switch (action.type) {
    case 'kind':
      return { ...form, kind: action.kind };
    case 'from':
      return { ...form, ...unpriced, amount: '', from: action.coin, to: action.coin === form.to ? form.from : form.to };
    case 'to':
      if (action.coin === form.from) return { ...form, ...unpriced, amount: '', from: form.to, to: form.from };
      return { ...form, ...unpriced, to: action.coin };
    case 'swap':
      return { ...form, ...unpriced, amount: '', from: form.to, to: form.from };
    case 'amount':
      return { ...form, amount: action.text };
    case 'price':
      return { ...form, price: action.text, priceChosen: true };
    case 'suggest':
      return form.priceChosen || form.price !== '' ? form : { ...form, price: action.price };
    case 'sent':
      return { ...form, ...unpriced, amount: '' };
    case 'reset':
      return emptyConvert();
  }
};
