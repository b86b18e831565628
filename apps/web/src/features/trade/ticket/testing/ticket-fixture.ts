import { emptyTicket } from '../reducer.ts';
import type { TicketContext, TicketForm, TicketRules } from '../types.ts';

/** BTC/USDT as the sandbox lists it, for tests. */
export const btcRules: TicketRules = {
  name: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  status: 'open',
  tick: '0.1',
  lot: '0.00001',
  price_decimals: 1,
  amount_decimals: 5,
  minimum_sell: '0.00001',
  maximum_amount: '100',
  account_balance_limit_spot: '5',
  maximum_total: '10000000',
  band_percent: '10',
  max_slippage_percent: '1',
  maximum_open_orders: 200,
  delisting_at: null,
  maker_rate_percent: '0.08',
  taker_rate_percent: '0.1',
  membership_level: 'NO_BADGE',
};

export const btcContext: TicketContext = {
  rules: btcRules,
  available: { base: '1.5', quote: '25480.12' },
  lastPrice: '64182.4',
  bids: [
    ['64182.1', '0.5'],
    ['64181.5', '1'],
  ],
  asks: [
    ['64182.7', '0.5'],
    ['64183.7', '1'],
  ],
};

export const ticket = (changes: Partial<TicketForm> = {}): TicketForm => ({ ...emptyTicket(), ...changes });
