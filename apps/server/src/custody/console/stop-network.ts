import type { endpoints } from '@vitrine/contract';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

/** In an emergency nobody waits for a second person; to open again two must agree. */
export const consoleStopNetwork: Handler<typeof endpoints.consoleStopNetwork> = async ({
  services,
  session,
  body,
  audit,
}) => {
  const { coin, network, what, reason } = body;
  const { exchangeSettings } = services;
  const rows = exchangeSettings.current().coinNetworks;
  const row = rows.find((one) => one.coin === coin.toUpperCase() && one.network === network);
  if (row === undefined) throw new ApiError('network_without_coin', { coin, network });
  const field = what === 'deposits' ? 'depositsOpen' : 'withdrawalsOpen';
  if (!row[field]) throw new ApiError('nothing_to_change');
  audit({ subject: `${row.coin} on ${network}`, before: { [what]: 'open' }, after: { [what]: 'stopped' }, reason });
  await exchangeSettings.change({
    baseVersion: exchangeSettings.version(),
    changes: { coinNetworks: rows.map((one) => (one === row ? { ...row, [field]: false } : one)) },
    changedBy: session.email,
    reason,
  });
  return { message: 'success' };
};
