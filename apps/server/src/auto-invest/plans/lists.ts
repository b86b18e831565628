import type { AutoInvestList } from '@vitrine/contract';
import type { Coin } from '../../projections/tables/coins.ts';
import type { Share } from '../rules/shares.ts';
import type { Services } from '../services.ts';

/** A run buys at most this many coins. */
export const MOST_COINS = 10;

const isIn: Readonly<Record<AutoInvestList, (coin: Coin) => boolean>> = {
  POS: ({ pos }) => pos,
  POW: ({ pow }) => pow,
  INNOVATION: ({ innovation }) => innovation,
};

/**
 * The coins of a list that can be bought now, in equal shares: those with an open market against USDT that is
 * not about to be delisted, at most ten, in
 * the order in which lists show them. A linked plan buys the coins that are in its list at the time of the run.
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
