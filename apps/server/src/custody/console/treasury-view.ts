import type { ErrorParameters, endpoints, ResponseOf } from '@vitrine/contract';
import { parseDecimal } from '@vitrine/money';
import { parseUnits } from 'viem/utils';
import type { CoinNetwork } from '../../settings/coin-networks.ts';
import type { Services } from '../services.ts';

/** The maximum number of decimals that the API contract accepts. */
const MOST_DECIMALS = 18;

type TableRow = ResponseOf<typeof endpoints.consoleTreasury>['table'][number];

export const tableView = (rows: readonly CoinNetwork[]): TableRow[] =>
  rows.map((row) => ({
    coin: row.coin,
    network: row.network,
    minimum_deposit: row.minimumDeposit,
    credit_confirmations: row.creditConfirmations,
    unlock_confirmations: row.unlockConfirmations,
    minimum_withdrawal: row.minimumWithdrawal,
    withdrawal_fee: row.withdrawalFee,
    sweep_above: row.sweepAbove,
    deposits_open: row.depositsOpen,
    withdrawals_open: row.withdrawalsOpen,
  }));

export const tableOf = (rows: readonly TableRow[]): CoinNetwork[] =>
  rows.map((row) => ({
    coin: row.coin,
    network: row.network,
    minimumDeposit: row.minimum_deposit,
    creditConfirmations: row.credit_confirmations,
    unlockConfirmations: row.unlock_confirmations,
    minimumWithdrawal: row.minimum_withdrawal,
    withdrawalFee: row.withdrawal_fee,
    sweepAbove: row.sweep_above,
    depositsOpen: row.deposits_open,
    withdrawalsOpen: row.withdrawals_open,
  }));

/**
 * Why a table is invalid: it does not have the current table's rows in the same order, or an amount has too many
 * decimals, or limits are inconsistent. Undefined if the table is valid. The decimals of a coin that is not listed yet
 * are unknown, so its amounts may have any number of decimals.
 */
export function faultOfTable(
  { instruments, exchangeSettings }: Pick<Services, 'instruments' | 'exchangeSettings'>,
  table: readonly CoinNetwork[],
): ErrorParameters<'settings_invalid'> | undefined {
  const names = ({ coin, network }: CoinNetwork) => `${coin} on ${network}`;
  const known = exchangeSettings.current().coinNetworks.map(names);
  if (table.map(names).join() !== known.join()) return { reason: 'rows_changed' };
  for (const row of table) {
    const about = { coin: row.coin, network: row.network };
    const asset = instruments.assetByCode(row.coin);
    const amounts = [row.minimumDeposit, row.minimumWithdrawal, row.withdrawalFee, row.sweepAbove];
    if (asset !== undefined && amounts.some((amount) => parseDecimal(amount, asset.scale) === undefined))
      return { reason: 'decimals_beyond_coin', ...about };
    if (parseUnits(row.minimumWithdrawal, MOST_DECIMALS) <= parseUnits(row.withdrawalFee, MOST_DECIMALS))
      return { reason: 'minimum_below_fee', ...about };
    if (row.unlockConfirmations < row.creditConfirmations) return { reason: 'unlocked_before_credit', ...about };
  }
  return undefined;
}
