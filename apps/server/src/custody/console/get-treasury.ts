import type { Network } from '@vitrine/chains';
import type { endpoints } from '@vitrine/contract';
import { formatUnits } from 'viem/utils';
import type { Handler } from '../services.ts';
import { tableView } from './treasury-view.ts';

export const consoleTreasury: Handler<typeof endpoints.consoleTreasury> = async ({ services }) => {
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
