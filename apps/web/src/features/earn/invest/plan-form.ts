import Big from 'big.js';
import type { InvestCoins, Plan } from './invest-data.ts';

export const kinds = ['single', 'portfolio', 'linked'] as const;
export type Kind = (typeof kinds)[number];
export const cycles = ['1 Hour', '4 Hours', '8 Hours', '12 Hours', 'Daily', 'Weekly', 'Bi-Weekly', 'Monthly'] as const;
export type Cycle = (typeof cycles)[number];
export const lists = ['POS', 'POW', 'INNOVATION'] as const;
export type List = (typeof lists)[number];

export interface CoinShare {
  readonly name: string;
  readonly percent: number;
}

export interface PlanForm {
  readonly kind: Kind;
  readonly name: string;
  /** The coin of a single plan. */
  readonly coin: string;
  /** The coins of a portfolio. */
  readonly shares: readonly CoinShare[];
  readonly list: List;
  /** A plain decimal. */
  readonly amount: string;
  readonly cycle: Cycle;
  readonly weekday: number;
  readonly day: number;
  readonly hour: number;
  readonly usesFlexible: boolean;
}

export const emptyForm: PlanForm = {
  kind: 'single',
  name: '',
  coin: 'BTC',
  shares: [
    { name: 'BTC', percent: 60 },
    { name: 'ETH', percent: 40 },
  ],
  list: 'POS',
  amount: '',
  cycle: 'Daily',
  weekday: 1,
  day: 1,
  hour: 0,
  usesFlexible: false,
};

/** The form filled with a plan's terms, for an edit. */
export function formOf(plan: Plan): PlanForm {
  const shares = plan.coins.filter(({ percent }) => percent > 0).map(({ name, percent }) => ({ name, percent }));
  return {
    ...emptyForm,
    kind: plan.kind,
    name: plan.name,
    coin: shares[0]?.name ?? emptyForm.coin,
    shares: plan.kind === 'portfolio' ? shares : emptyForm.shares,
    list: plan.list ?? emptyForm.list,
    amount: plan.amount.replace(/\.?0+$/, ''),
    cycle: plan.cycle,
    weekday: plan.weekday ?? emptyForm.weekday,
    day: plan.day ?? emptyForm.day,
    hour: plan.hour ?? emptyForm.hour,
    usesFlexible: plan.use_flexible,
  };
}

export const isWeekly = (cycle: Cycle): boolean => cycle === 'Weekly' || cycle === 'Bi-Weekly';
export const isHourly = (cycle: Cycle): boolean => cycle.includes('Hour');

/** The fields of the schedule that the cycle uses. */
const scheduleOf = ({ cycle, weekday, day, hour }: PlanForm) => ({
  cycle,
  ...(isWeekly(cycle) ? { weekday } : {}),
  ...(cycle === 'Monthly' ? { day } : {}),
  ...(isHourly(cycle) ? {} : { hour }),
});

/** The coins that the plan buys now, with their shares. The shares of a list are equal. */
export function sharesOf({ kind, coin, shares, list }: PlanForm, coins: Pick<InvestCoins, 'lists'> | undefined) {
  if (kind === 'single') return [{ name: coin, percent: 100 }];
  if (kind === 'portfolio') return shares;
  const names = coins?.lists.find((one) => one.list === list)?.coins ?? [];
  return names.map((name) => ({ name, percent: 100 / names.length }));
}

export const totalPercent = (shares: readonly CoinShare[]): number =>
  shares.reduce((sum, { percent }) => sum + percent, 0);

/** A coin's part of each run, cut to two decimals. */
export const partText = (amount: string, percent: number): string =>
  new Big(amount === '' ? '0' : amount).times(percent).div(100).round(2, Big.roundDown).toFixed(2);

export type PlanErrorCode = 'amount_required' | 'weights' | 'no_coins' | 'below_minimum';

/** The validation error of the form, if any; the server applies the same rules. */
export function errorOf(form: PlanForm, coins: InvestCoins): PlanErrorCode | undefined {
  const shares = sharesOf(form, coins);
  if (shares.length === 0) return 'no_coins';
  if (form.kind === 'portfolio' && (totalPercent(shares) !== 100 || shares.some(({ percent }) => percent < 1)))
    return 'weights';
  if (!/[1-9]/.test(form.amount)) return 'amount_required';
  return new Big(form.amount).lt(leastAmount(form, coins)) ? 'below_minimum' : undefined;
}

/** The smallest amount per run for which no part is below its coin's minimum, in whole cents. */
export function leastAmount(form: PlanForm, coins: InvestCoins): string {
  const least = sharesOf(form, coins).reduce((most, { name, percent }) => {
    const minimum = coins.coins.find((one) => one.name === name)?.minimum ?? '0';
    const needed = percent <= 0 ? new Big(0) : new Big(minimum).times(100).div(percent);
    return needed.gt(most) ? needed : most;
  }, new Big(0));
  return least.round(2, Big.roundUp).toFixed(2);
}

/** The terms in the format of the API. */
export const termsOf = (form: PlanForm) => ({
  ...(form.name.trim() === '' ? {} : { name: form.name.trim() }),
  ...(form.kind === 'linked' ? { list: form.list } : { coins: [...sharesOf(form, undefined)] }),
  amount: form.amount,
  ...scheduleOf(form),
  use_flexible: form.usesFlexible,
});

export const pastQuery = (form: PlanForm) => ({
  ...(form.kind === 'linked'
    ? { list: form.list }
    : {
        coins: sharesOf(form, undefined)
          .map(({ name, percent }) => `${name}:${percent}`)
          .join(','),
      }),
  amount: form.amount,
  ...scheduleOf(form),
});

/** Adds a coin to a portfolio, with the remaining share up to 100, at least 1. */
export const withCoin = (shares: readonly CoinShare[], name: string): readonly CoinShare[] => [
  ...shares,
  { name, percent: Math.max(1, 100 - totalPercent(shares)) },
];

/** The number of runs that an amount covers. */
export function runsFor(available: string, amount: string): number {
  if (!/[1-9]/.test(amount)) return 0;
  return Number(new Big(available).div(amount).round(0, Big.roundDown));
}
