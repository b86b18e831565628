import type { AutoInvestList } from '@vitrine/contract';
import type { Coin } from '../../projections/tables/coins.ts';
import type { Share } from '../rules/shares.ts';
import type { Services } from '../services.ts';

/** Maximum number of coins that a run buys. */
export const MOST_COINS = 10;

const isIn: Readonly<Record<AutoInvestList, (coin: Coin) => boolean>> = {
  POS: ({ pos }) => pos,
  POW: ({ pow }) => pow,
  INNOVATION: ({ innovation }) => innovation,
};

/**
 * The coins of a list that can be bought now, in equal shares: those with an open market against USDT and no announced
 * delisting, at most MOST_COINS, in the display order of lists. A linked plan buys the coins that are in its list at
 * the time of the run.
 */
export function sharesOfList(
  { instruments, coins, plannedDelistings }: Pick<Services, 'instruments' | 'coins' | 'plannedDelistings'>,
  list: AutoInvestList,
): Share[] {
  return instruments
    .spot()
    .filter((one) => one.quote.asset === instruments.usdt?.asset && one.rules.status === 'open')
    .filter(({ market }) => !plannedDelistings.isAnnounced(market))
    .map((instrument) => ({ instrument, coin: coins.byCode(instrument.base.code) }))
    .filter(({ coin }) => isIn[list](coin))
    .sort((a, b) => a.coin.rank - b.coin.rank || a.instrument.market - b.instrument.market)
    .slice(0, MOST_COINS)
    .map(({ instrument }) => ({ asset: instrument.base.asset, percent: 1 }));
}
