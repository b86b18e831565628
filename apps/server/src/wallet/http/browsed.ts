import { formatDecimal } from '@vitrine/money';
import { pageOf } from '../../http/paging.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Instruments } from '../../kit/instruments.ts';
import type { Swap } from '../../projections/browsing.ts';
import type { Page } from '../../projections/cursor-page.ts';
import { type Period, periodOf } from '../profit/reports.ts';

const PAGE_SIZE = 10;

export const browsedSize = (limit: number | undefined): number => limit ?? PAGE_SIZE;

/** A page with its cursors under their names in the API. Throws invalid_request if the cursor is invalid. */
export function browsed<Row>(found: Page<Row> | 'bad_cursor') {
  const { rows, cursors, position } = pageOf(found);
  return { rows, turned: { ...cursors, position } };
}

export interface DayFilter {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Parses the dates of a filter, either of which may be missing. Throws invalid_request like `readPeriod`. */
export function readDays({ from, to }: DayFilter): Partial<Period> {
  const period = readPeriod(from ?? '0001-01-01', to ?? '9999-12-31');
  return {
    ...(from === undefined ? {} : { fromMs: period.fromMs }),
    ...(to === undefined ? {} : { toMs: period.toMs }),
  };
}

/**
 * The period from the start of day `from` to the end of day `to`. Throws invalid_request if either argument is not a
 * date, or if `from` is after `to`.
 */
export function readPeriod(from: string, to: string): Period {
  const period = periodOf(from, to);
  if (period === undefined) throw new ApiError('invalid_request', { reason: 'days_invalid' });
  return period;
}

export function swapOnWire(instruments: Instruments, swap: Swap) {
  const [from, to] = [instruments.asset(swap.fromAsset), instruments.asset(swap.toAsset)];
  const { fee } = swap;
  const feeAsset = instruments.asset(fee?.asset ?? swap.toAsset);
  return {
    id: `${swap.position}-${swap.line}`,
    from_coin: from.code,
    from_wallet: swap.fromWallet,
    from_amount: formatDecimal(swap.fromUnits, from.scale),
    to_coin: to.code,
    to_wallet: swap.toWallet,
    to_amount: formatDecimal(swap.toUnits, to.scale),
    ...(fee === undefined ? {} : { fee: formatDecimal(fee.units, feeAsset.scale), fee_coin: feeAsset.code }),
    time: swap.timeMs,
    position: swap.position,
  };
}
