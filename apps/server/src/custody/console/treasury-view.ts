import type { ErrorParameters } from '@vitrine/contract';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import { faultOfRow } from '../../settings/network-rows.ts';
import type { Services } from '../services.ts';

/**
 * Why a table is invalid: it does not have the current table's rows in the same order, or a row is invalid. Undefined if
 * the table is valid.
 */
export function faultOfTable(
  { instruments, exchangeSettings }: Pick<Services, 'instruments' | 'exchangeSettings'>,
  table: readonly CoinNetwork[],
): ErrorParameters<'settings_invalid'> | undefined {
  const names = ({ coin, network }: CoinNetwork) => `${coin} on ${network}`;
  const known = exchangeSettings.current().coinNetworks.map(names);
  if (table.map(names).join() !== known.join()) return { reason: 'rows_changed' };
  for (const row of table) {
    const fault = faultOfRow(row, instruments.assetByCode(row.coin)?.scale);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
