import * as histories from '../../futures/http/histories.ts';
import { liquidationOnWire } from '../../futures/http/public-histories.ts';
import { futuresOrderOnWire } from '../../futures/http/wire.ts';
import type { Session } from '../../http/session.ts';
import type { Services } from '../services.ts';
import { type Column, csvTime } from './csv.ts';
import { existing, type HistoryTable, historyTable, logPosition, timeColumn } from './history-table.ts';

interface OfPosition {
  readonly name: string;
  readonly side: 'long' | 'short';
}

const market: Column<OfPosition> = ['Market', ({ name }) => name];
const side: Column<OfPosition> = ['Side', (item) => item.side];
const effect: Column<{ readonly effect: 'open' | 'close' }> = ['Effect', (item) => item.effect];

const orderColumns: readonly Column<ReturnType<typeof futuresOrderOnWire>>[] = [
  timeColumn(({ created_at }) => created_at),
  market,
  side,
  effect,
  ['Type', ({ type }) => type],
  ['Price', ({ order_per_unit }) => order_per_unit],
  ['Trigger', ({ trigger_price }) => trigger_price],
  ['Average price', ({ final_price }) => final_price],
  ['Amount', ({ number_of_order }) => number_of_order],
  ['Filled', ({ filled }) => filled],
  ['Total', ({ filled_total }) => filled_total],
  ['Fee', ({ fee }) => fee],
  ['State', ({ state }) => (state === 'APPROVED' ? 'Filled' : 'Cancelled')],
  ['Ended because', ({ ended_because }) => ended_because],
  ['Order', ({ id }) => id],
  logPosition,
];

export function futuresOrdersTable(
  services: Services,
  session: Session,
  query: Parameters<typeof histories.futuresOrdersFilter>[2],
): HistoryTable {
  const filter = { ...histories.futuresOrdersFilter(services, session, query), ...existing(services) };
  return historyTable(
    orderColumns,
    (place) => services.histories.orders({ ...filter, ...place }),
    (order) => futuresOrderOnWire(services.instruments, order),
  );
}

const tradeColumns: readonly Column<ReturnType<typeof histories.fillOnWire>>[] = [
  timeColumn(({ time }) => time),
  market,
  side,
  effect,
  ['Price', ({ unit_price }) => unit_price],
  ['Amount', ({ number_of_order }) => number_of_order],
  ['Total', ({ total }) => total],
  ['Realized profit', ({ realized_profit }) => realized_profit],
  ['Fee', ({ fee }) => fee],
  ['Fee coin', ({ fee_coin }) => fee_coin],
  ['Role', ({ role }) => role],
  ['Order', ({ order_id }) => order_id],
  logPosition,
];

export function futuresTradesTable(
  services: Services,
  session: Session,
  query: Parameters<typeof histories.futuresTradesFilter>[2],
): HistoryTable {
  const filter = { ...histories.futuresTradesFilter(services, session, query), ...existing(services) };
  return historyTable(
    tradeColumns,
    (place) => services.histories.positionChanges({ ...filter, ...place }),
    (change) => histories.fillOnWire(services.instruments, change),
  );
}

const positionColumns: readonly Column<ReturnType<typeof histories.closedPositionOnWire>>[] = [
  ['Opened (UTC)', ({ opened_at }) => csvTime(opened_at)],
  ['Closed (UTC)', ({ closed_at }) => csvTime(closed_at)],
  market,
  side,
  ['Amount', ({ size }) => size],
  ['Entry price', ({ entry_price }) => entry_price],
  ['Exit price', ({ exit_price }) => exit_price],
  ['Realized profit', ({ realized_profit }) => realized_profit],
  ['Funding', ({ funding }) => funding],
  ['Fees', ({ fees }) => fees],
  ['Net profit', ({ net_profit }) => net_profit],
  ['Liquidated', ({ liquidated }) => liquidated],
];

export function closedPositionsTable(
  services: Services,
  session: Session,
  query: Parameters<typeof histories.closedPositionsFilter>[2],
): HistoryTable {
  const filter = { ...histories.closedPositionsFilter(services, session, query), ...existing(services) };
  return historyTable(
    positionColumns,
    (place) => services.histories.positionChanges({ ...filter, ...place }),
    (change) => histories.closedPositionOnWire(services.instruments, change),
  );
}

const fundingColumns: readonly Column<ReturnType<typeof histories.paymentOnWire>>[] = [
  timeColumn(({ time }) => time),
  market,
  side,
  ['Position size', ({ size }) => size],
  ['Amount', ({ amount }) => amount],
  ['Coin', ({ coin }) => coin],
];

export function fundingPaymentsTable(
  services: Services,
  session: Session,
  query: Parameters<typeof histories.fundingPaymentsFilter>[2],
): HistoryTable {
  const filter = { ...histories.fundingPaymentsFilter(services, session, query), ...existing(services) };
  return historyTable(
    fundingColumns,
    (place) => services.histories.positionChanges({ ...filter, ...place }),
    (change) => histories.paymentOnWire(services.instruments, change),
  );
}

const liquidationColumns: readonly Column<ReturnType<typeof liquidationOnWire>>[] = [
  timeColumn(({ time }) => time),
  market,
  side,
  ['Amount', ({ size }) => size],
  ['Mark price', ({ mark_price }) => mark_price],
  ['Bankruptcy price', ({ bankruptcy_price }) => bankruptcy_price],
];

export function liquidationsTable(
  services: Services,
  session: Session,
  query: Parameters<typeof histories.ownLiquidationsFilter>[2],
): HistoryTable {
  const filter = { ...histories.ownLiquidationsFilter(services, session, query), ...existing(services) };
  return historyTable(
    liquidationColumns,
    (place) => services.histories.liquidations({ ...filter, ...place }),
    (row) => liquidationOnWire(services.instruments, row),
  );
}
