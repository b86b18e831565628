import { formatDecimal } from '@vitrine/money';
import { valueText, valueUnits } from '../../../wallet/http/valuation.ts';
import { walletBalances } from '../../../wallet/http/wallet-balances.ts';
import type { Handler } from '../../services.ts';

export const funds: Handler<'funds'> = ({ services, session }) => ({
  funds: walletBalances(services, session.owner)
    .filter(({ totalUnits }) => totalUnits > 0)
    .map(({ asset, coin, availableUnits, frozenUnits, totalUnits }) => ({
      coin: { name: asset.code, image: coin.image },
      wallet_balance: formatDecimal(totalUnits, asset.scale),
      available: formatDecimal(availableUnits, asset.scale),
      freeze_balance: formatDecimal(frozenUnits, asset.scale),
      usdt_value: valueText(services, valueUnits(services, asset, totalUnits)),
    })),
  position: services.core.position,
});
