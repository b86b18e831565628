import { differenceText, interestText, isGreater, shareText, sumText } from '../shared/interest.ts';

/** The terms of a product that the form needs. */
export interface Terms {
  readonly tiers: readonly { readonly days: number; readonly apr: string }[];
  readonly earn_items: readonly { readonly minimum_amount: string; readonly maximum_amount: string }[];
  readonly initial_percent: string;
  readonly decimals: number;
}

export interface SubscribeForm {
  readonly days: number;
  /** A plain decimal, as typed. */
  readonly amount: string;
  readonly renews: boolean;
  readonly isAccepted: boolean;
}

const DEFAULT_DAYS = 5;

export const emptyForm = ({ tiers }: Terms, wantedDays = DEFAULT_DAYS): SubscribeForm => ({
  days: tiers.find(({ days }) => days === wantedDays)?.days ?? tiers[0]?.days ?? 0,
  amount: '',
  renews: false,
  isAccepted: false,
});

export type SubscribeErrorCode = 'amount_required' | 'below_minimum' | 'above_maximum' | 'exceeds_balance';

/**
 * The validation error of the amount, if any. The minimum and maximum themselves are allowed; the server applies the
 * same rules.
 */
export function errorOf(
  { amount }: SubscribeForm,
  { earn_items: [item] }: Terms,
  available: string,
): SubscribeErrorCode | undefined {
  if (!/[1-9]/.test(amount)) return 'amount_required';
  if (item !== undefined && isGreater(item.minimum_amount, amount)) return 'below_minimum';
  if (item !== undefined && isGreater(amount, item.maximum_amount)) return 'above_maximum';
  return isGreater(amount, available) ? 'exceeds_balance' : undefined;
}

export interface SubscribeSummary {
  readonly apr: string;
  readonly perDay: string;
  /** For the whole term; for flexible, per day. */
  readonly interest: string;
  readonly returns: string;
  /** The two parts that an early unlock pays. */
  readonly atOnce: string;
  readonly later: string;
}

/** The figures that result from the form, exact to the last unit. */
export function summarise(
  { days, amount }: SubscribeForm,
  { tiers, initial_percent, decimals }: Terms,
): SubscribeSummary {
  const apr = tiers.find((tier) => tier.days === days)?.apr ?? '0';
  const units = amount === '' ? '0' : amount;
  const interest = interestText(units, apr, Math.max(days, 1), decimals);
  const atOnce = shareText(units, initial_percent, decimals);
  return {
    apr,
    perDay: interestText(units, apr, 1, decimals),
    interest,
    returns: sumText(units, interest, decimals),
    atOnce,
    later: differenceText(units, atOnce, decimals),
  };
}

const DAY_MS = 86_400_000;
const MARGIN_MS = 60_000;

/** When interest begins, and when a term ends. The server applies the same rule when the stake is created. */
export function cutsOf(nowMs: number, days: number): { readonly startMs: number; readonly endMs: number } {
  const startMs = (Math.floor((nowMs + MARGIN_MS) / DAY_MS) + 1) * DAY_MS;
  return { startMs, endMs: startMs + days * DAY_MS };
}
