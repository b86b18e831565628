import { autoInvestLists } from '@vitrine/contract';
import { ratePercentText } from '../../projections/wire.ts';
import { valueText, valueUnits } from '../../wallet/http/valuation.ts';
import { MOST_COINS, sharesOfList } from '../plans/lists.ts';
import { demandUsdt, MOST_PLANS, MOST_PURCHASES_A_DAY } from '../plans/refuse-terms.ts';
import { flexibleStakes } from '../runs/plan-run.ts';
import type { Handler } from '../services.ts';
import { textOf } from './wire.ts';

export const autoInvestCoins: Handler<'autoInvestCoins'> = async ({ services, session }) => {
  const { core, instruments, coins } = services;
  const usdt = demandUsdt(services);
  const stakes = await flexibleStakes(services, session.owner);
  return {
    coins: instruments
      .spot()
      .filter(({ quote, rules }) => quote.asset === usdt.asset && rules.status === 'open')
      .map(({ base, rules }) => ({ base, rules, coin: coins.byCode(base.code) }))
      .sort((a, b) => a.coin.rank - b.coin.rank)
      .map(({ base, rules, coin }) => ({
        name: base.code,
        full_name: coin.fullName,
        image: coin.image,
        decimals: base.scale,
        price: valueText(services, valueUnits(services, base, 10 ** base.scale)),
        minimum: textOf(rules.minNotionalUnits, usdt),
      })),
    lists: autoInvestLists.map((list) => ({
      list,
      coins: sharesOfList(services, list).map(({ asset }) => instruments.asset(asset).code),
    })),
    spot: textOf(core.balance(session.owner, 'spot', usdt.asset).availableUnits, usdt),
    flexible: textOf(
      stakes.reduce((sum, { units }) => sum + units, 0),
      usdt,
    ),
    decimals: usdt.scale,
    taker_rate_percent: ratePercentText(core.feeTier(session.owner).takerPpm),
    most_plans: MOST_PLANS,
    most_coins: MOST_COINS,
    most_purchases_a_day: MOST_PURCHASES_A_DAY,
    time: services.clock(),
    position: core.position,
  };
};
