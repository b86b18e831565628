import { wideText } from '../../projections/wire.ts';
import type { Handler } from '../services.ts';

export const front: Handler<'front'> = async ({ services }) => {
  const { instruments, marketData, settings, exchangeSettings, clientCount, core } = services;
  const spot = instruments.spot();
  const [first] = spot;
  const turnovers = [...spot, ...instruments.perpetuals()].map(({ market }) => marketData.ticker(market).turnoverUnits);
  return {
    mode: settings.mode,
    clients: await clientCount.read(),
    coins: new Set(spot.map(({ base }) => base.code)).size,
    markets: spot.length,
    volume_24h_usdt: wideText(
      turnovers.reduce((sum, units) => sum + units, 0n),
      first?.quote.scale ?? 0,
    ),
    kyc_requirement: exchangeSettings.current().kycRequirement,
    position: core.position,
  };
};
