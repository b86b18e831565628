import { formatDecimal } from '@vitrine/money';
import { pageOf, pageSize } from '../../http/paging.ts';
import { findAsset } from '../../kit/find.ts';
import type { Instruments } from '../../kit/instruments.ts';
import type { LedgerLine } from '../../projections/tables/ledger-lines.ts';
import type { Handler } from '../services.ts';

export const statement: Handler<'statement'> = async ({ services, session, query }) => {
  const page = pageOf(
    await services.histories.statement({
      owner: session.owner,
      asset: query.name === undefined ? undefined : findAsset(services, query.name).asset,
      cursor: query.cursor,
      limit: pageSize(query.limit),
    }),
  );
  const lines = page.rows.map((line) => lineOnWire(services.instruments, line));
  return { lines, ...page.cursors, position: page.position };
};

/** One change to an account, as the statement shows it. */
export function lineOnWire(instruments: Instruments, line: LedgerLine) {
  const { code, scale } = instruments.asset(line.asset);
  return {
    id: `${line.position}-${line.line}`,
    coin: code,
    wallet: line.wallet,
    cause: line.cause,
    amount: formatDecimal(line.amountUnits, scale),
    balance_after: formatDecimal(line.balanceAfterUnits, scale),
    order_id: line.order === 0 ? '' : String(line.order),
    time: line.timeMs,
    position: line.position,
  };
}
