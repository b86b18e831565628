import type { ErrorParameters, endpoints, ResponseOf } from '@vitrine/contract';
import { parseDecimal } from '@vitrine/money';
import { parseUnits } from 'viem/utils';
import type { CoinNetwork } from './coin-networks.ts';

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

const amountsOf = (row: CoinNetwork): readonly string[] => [
  row.minimumDeposit,
  row.minimumWithdrawal,
  row.withdrawalFee,
  row.sweepAbove,
];

/** Whether each amount of the row has at most the decimals of a coin with this scale, and fits into the ledger. */
export const fitsScale = (row: CoinNetwork, scale: number): boolean =>
  amountsOf(row).every((amount) => parseDecimal(amount, scale) !== undefined);

/**
 * Why a row is invalid: an amount has too many decimals, or limits are inconsistent. Undefined if it is valid. The
 * decimals of a coin that is not listed yet are unknown (`scale` is undefined), so its amounts may have any number.
 */
export function faultOfRow(
  row: CoinNetwork,
  scale: number | undefined,
): ErrorParameters<'settings_invalid'> | undefined {
  const about = { coin: row.coin, network: row.network };
  if (scale !== undefined && !fitsScale(row, scale)) return { reason: 'decimals_beyond_coin', ...about };
  if (parseUnits(row.minimumWithdrawal, MOST_DECIMALS) <= parseUnits(row.withdrawalFee, MOST_DECIMALS))
    return { reason: 'minimum_below_fee', ...about };
  return row.unlockConfirmations < row.creditConfirmations ? { reason: 'unlocked_before_credit', ...about } : undefined;
}
