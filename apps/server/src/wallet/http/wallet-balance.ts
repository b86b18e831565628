import { formatDecimal } from '@vitrine/money';
import { findAsset } from '../../kit/find.ts';
import type { Handler } from '../services.ts';
import { frozenCauses } from './frozen.ts';
import { walletBalanceOf } from './wallet-balances.ts';

export const walletBalance: Handler<'walletBalance'> = ({ services, session, query }) => {
  const asset = findAsset(services, query.name);
  const { availableUnits, frozenUnits, totalUnits } = walletBalanceOf(services, session.owner, asset);
  return {
    wallet: {
      name: asset.code,
      wallet_balance: formatDecimal(totalUnits, asset.scale),
      available: formatDecimal(availableUnits, asset.scale),
      freeze_balance: formatDecimal(frozenUnits, asset.scale),
      causes: frozenCauses(services, session.owner, asset),
    },
    position: services.core.position,
  };
};
