import type { CallResponse } from '../../../lib/api.ts';

export type YearlyReport = CallResponse<'GET /api/v3/yearly-report'>;

type OfCoin = { readonly coin: string; readonly amount: string };

/** The amounts of those `rows` that are of this coin. */
export const amountsOf = (rows: readonly OfCoin[], of: string) =>
  rows.flatMap(({ coin, amount }) => (coin === of ? [amount] : []));
