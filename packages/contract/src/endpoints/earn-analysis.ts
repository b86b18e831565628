import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Decimal, Exact, Optional, Position, TimeMs } from '../schema.ts';

/** A coin’s part of a day. `usdt_value` is absent if the coin had no price; it is then in none of the sums. */
const CoinPart = Exact({ name: CoinName, amount: Decimal, usdt_value: Optional(Decimal) });

const Day = Exact({
  /** The beginning of the day, 00:00 UTC. */
  time: TimeMs,
  usdt_value: Decimal,
  coins: Type.Array(CoinPart),
});

export const earnAnalysisEndpoints = {
  analysis: defineEndpoint({
    method: 'GET',
    path: '/api/v3/analysis',
    area: 'earn',
    access: 'client',
    reads: 'histories',
    computesProfits: true,
    errors: [],
    summary:
      'The client’s Earn by day (UTC), over 7 or 30 days including today. `asset`: what the earn wallet held at the end of each day, at its closing prices; for today, now. `rewards`: interest and output of miners that was paid on each day, at the prices of the moment; interest of a locked term counts on the day on which it is paid. What a conversion of a dual investment pays is no reward.',
    query: Exact({ days: Optional(Type.Integer({ minimum: 7, maximum: 30, enum: [7, 30], default: 7 })) }),
    response: Exact({
      days: Type.Integer(),
      from: TimeMs,
      asset: Type.Array(Day),
      rewards: Type.Array(Day),
      /** The last day’s asset, and the sum of the rewards of all days: in USDT, and by coin. */
      asset_now: Decimal,
      rewards_total: Decimal,
      rewards_by_coin: Type.Array(CoinPart),
      /** Coins without a price on one of the days. */
      left_out: Type.Array(CoinName),
      position: Position,
      as_of: TimeMs,
    }),
  }),
};
