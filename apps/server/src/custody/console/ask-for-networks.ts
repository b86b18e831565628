import { tableOf, tableView } from '../../settings/network-rows.ts';
import { askForSettings } from '../../staff/settings/console/ask-for-settings.ts';
import { COIN_NETWORKS, type CoinNetworksParameters } from '../../staff/settings/settings-approvals.ts';
import type { Handler } from '../services.ts';
import { faultOfTable } from './treasury-view.ts';

export const consoleAskForNetworks: Handler<'consoleAskForNetworks'> = (call) => {
  const { services, body } = call;
  const table = tableOf(body.table);
  const parameters: CoinNetworksParameters = { baseVersion: body.base_version, table };
  return askForSettings(call, {
    kind: COIN_NETWORKS,
    parameters,
    before: tableView(services.exchangeSettings.current().coinNetworks),
    after: body.table,
    fault: faultOfTable(services, table),
  });
};
