import { isDeepStrictEqual } from 'node:util';
import type { ErrorParameters } from '@vitrine/contract';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import { faultOfRow } from '../../settings/network-rows.ts';
import type { Services } from '../services.ts';

/**
 * Why a submitted coin × network table is invalid: its rows are not those of the current table in the same order, or a
 * row is invalid. Undefined if the table is valid.
 */
export function faultOfTable(
  { instruments, exchangeSettings, networkCoins }: Pick<Services, 'instruments' | 'exchangeSettings' | 'networkCoins'>,
  table: readonly CoinNetwork[],
): ErrorParameters<'settings_invalid'> | undefined {
  const names = ({ coin, network }: CoinNetwork) => `${coin} on ${network}`;
  const current = exchangeSettings.current().coinNetworks;
  if (table.map(names).join() !== current.map(names).join()) return { reason: 'rows_changed' };
  for (const [place, row] of table.entries()) {
    const scale = instruments.assetByCode(row.coin)?.scale;
    const isChanged = !isDeepStrictEqual(row, current[place]);
    const fault = faultOfRow(row, scale) ?? (isChanged ? networkCoins.faultOfRow(row, scale) : undefined);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
