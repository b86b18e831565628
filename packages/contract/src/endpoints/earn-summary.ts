import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Decimal, Exact, Optional, Position, RowId, TimeMs, Words } from '../schema.ts';

/** Amounts of some coins, and what they are worth together now. */
const sum = { usdt_value: Decimal, coins: Type.Array(Exact({ name: CoinName, amount: Decimal })) };

const Due = Exact({
  kind: Words(['TERM_END', 'NOTICE_END', 'DUAL_EXPIRY', 'RENTAL_END']),
  /** Of the subscription, the dual investment, or the rental. */
  id: RowId,
  name: CoinName,
  /** What is paid back: the principal, or the rest of it; of a rental, the last day’s output. */
  amount: Decimal,
  /** Of a term: its whole interest, and whether it is renewed. */
  interest: Optional(Decimal),
  renews: Optional(Type.Boolean()),
  time: TimeMs,
});

export const earnSummaryEndpoints = {
  earnSummary: defineEndpoint({
    method: 'GET',
    path: '/api/v3/earn/summary',
    area: 'earn',
    access: 'client',
    reads: 'histories',
    errors: [],
    summary:
      'What the client’s products in Earn have brought, bring a day, and are due to pay. `paid` has been paid to the spot wallet, `accrued` is interest of running terms, which is paid at their end and forfeited by an early unlock; both at present prices are `earned_usdt`. `projected` is a projection: what the next 30 days bring if balances, rates and prices stay as they are, terms are not renewed, and nothing is withdrawn. The yield of running dual investments is in none of these sums. `payouts`: for each of 30 days from today on, the flexible interest and the output that is paid on it. `due`: what ends within these days.',
    response: Exact({
      paid: Exact(sum),
      accrued: Exact(sum),
      earned_usdt: Decimal,
      per_day: Exact(sum),
      projected_days: Type.Integer(),
      projected: Exact(sum),
      payouts: Type.Array(Exact({ time: TimeMs, ...sum })),
      due: Type.Array(Due),
      time: TimeMs,
      position: Position,
    }),
  }),
};
