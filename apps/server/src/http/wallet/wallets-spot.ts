import type { endpoints } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import type { Handler } from '../handler.ts';
import { spotBalances } from './spot-balances.ts';
import { valueText, valueUnits } from './valuation.ts';

export const walletsSpot: Handler<typeof endpoints.walletsSpot> = ({ services, session }) => ({
  wallet: spotBalances(services, session.owner).map(({ asset, coin, availableUnits, heldUnits, totalUnits }) => ({
    name: asset.code,
    full_name: coin.fullName,
    image: coin.image,
    coin_value: formatDecimal(totalUnits, asset.scale),
    available: formatDecimal(availableUnits, asset.scale),
    freeze_value: formatDecimal(heldUnits, asset.scale),
    usdt_value: valueText(services, valueUnits(services, asset, totalUnits)),
  })),
  position: services.core.position,
  as_of: services.clock(),
});
