import type { Network } from '@vitrine/chains';
import { formatUnits } from 'viem/utils';
import { ApiError } from '../../kit/api-error.ts';
import { tableView } from '../../settings/network-rows.ts';
import { nodeUnavailable } from '../network/node-unavailable.ts';
import type { Handler } from '../services.ts';

export const consoleTreasury: Handler<'consoleTreasury'> = async ({ services }) => {
  const { treasury, custody, exchangeSettings } = services;
  const [holdings, alarms, payments] = await Promise.all([treasury.holdings(), treasury.alarms(), treasury.payments()]);
  const text = (network: Network, coin: string, smallest: string) => {
    const decimals = custody.chains.get(network)?.coins.find((one) => one.coin === coin)?.decimals ?? 0;
    return formatUnits(BigInt(smallest), decimals);
  };
  return {
    holdings: holdings.map((held) => {
      const shown = (smallest: string) => text(held.network, held.coin, smallest);
      return {
        network: held.network,
        coin: held.coin,
        at: Math.floor(held.atMs),
        position: held.position,
        height: held.height,
        hot: shown(held.hot),
        at_addresses: shown(held.atAddresses),
        owed: shown(held.owed),
        uncredited: shown(held.uncredited),
        rounding: shown(held.rounding),
        leaving: shown(held.leaving),
        difference: shown(held.difference),
      };
    }),
    alarms: alarms.map(({ sinceMs, ...alarm }) => ({ ...alarm, since: Math.floor(sinceMs) })),
    payments: payments.map(({ wantedAtMs, ...payment }) => ({
      ...payment,
      amount: text(payment.network, payment.coin, payment.amount),
      wanted_at: Math.floor(wantedAtMs),
    })),
    settings_version: exchangeSettings.version(),
    table: tableView(exchangeSettings.current().coinNetworks),
  };
};

export const consoleReconcile: Handler<'consoleReconcile'> = async ({ services, body, audit }) => {
  const { network } = body;
  if (!services.custody.chains.has(network)) throw new ApiError('network_closed', { network });
  audit({ subject: `network ${network}` });
  await services.custody.reconcile(network).catch(nodeUnavailable(network));
  return { message: 'success' };
};

/** In an emergency one person can stop deposits or withdrawals; reopening them needs two-person approval. */
export const consoleStopNetwork: Handler<'consoleStopNetwork'> = async ({ services, session, body, audit }) => {
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

export const consoleReadAgain: Handler<'consoleReadAgain'> = async ({ services, body, audit }) => {
  audit({ subject: `${body.txid} on ${body.network}` });
  await services.unread.readAgain(body);
  return { message: 'success' };
};

export const consoleEndAlarm: Handler<'consoleEndAlarm'> = async (call) => {
  const { services, session, body } = call;
  const { reason, ...about } = body;
  call.audit({ subject: `${about.txid} on ${about.network}`, reason });
  await services.unread.acknowledge(about, reason, session);
  return { message: 'success' };
};
