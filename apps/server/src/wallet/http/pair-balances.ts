import { formatDecimal } from '@vitrine/money';
import { findMarketOfCoin } from '../../kit/find.ts';
import type { Handler } from '../services.ts';
import { walletBalanceOf } from './wallet-balances.ts';

export const pairBalances: Handler<'pairBalances'> = ({ services, session, query }) => {
  const { base, quote } = findMarketOfCoin(services, query.name);
  const { coin, availableUnits } = walletBalanceOf(services, session.owner, base);
  return {
    coin: {
      name: base.code,
      full_name: coin.fullName,
      image: coin.image,
      coin_base: formatDecimal(availableUnits, base.scale),
      coin_quote: formatDecimal(walletBalanceOf(services, session.owner, quote).availableUnits, quote.scale),
    },
    position: services.core.position,
  };
};
