import { depositOnWire, depositsFilter } from '../../custody/http/deposits/deposit-history.ts';
import { withdrawalsFilter } from '../../custody/http/withdrawals/withdrawal-history.ts';
import { withdrawalItem } from '../../custody/http/withdrawals/withdrawal-view.ts';
import type { Session } from '../../http/session.ts';
import { purchasesFilter } from '../../payments/http/purchase-history.ts';
import { purchaseOnWire } from '../../payments/http/purchase-words.ts';
import { fillOnWire, orderOnWire } from '../../projections/wire.ts';
import { endedOrdersFilter, fillsFilter } from '../../trading/http/orders/histories.ts';
import { swapOnWire } from '../../wallet/http/browsed.ts';
import { lineOnWire } from '../../wallet/http/statement.ts';
import type { Services } from '../services.ts';
import { type Column, csvTime } from './csv.ts';
import { existing, type HistoryTable, historyTable, logPosition, timeColumn } from './history-table.ts';
import { linesFilter } from './ledger.ts';
import { swapsFilter } from './movement-history.ts';
import { ordersFilter } from './order-history.ts';

type Deposit = ReturnType<typeof depositOnWire>;

const depositColumns: readonly Column<Deposit>[] = [
  timeColumn(({ date }) => date),
  ['Coin', ({ coin }) => coin],
  ['Network', ({ network }) => network],
  ['From', ({ is_internal }) => (is_internal ? 'Another client' : 'Network')],
  ['Amount', ({ recharge_amount }) => recharge_amount],
  ['State', ({ recharge_status }) => (recharge_status === 'APPROVED' ? 'Completed' : 'Pending')],
  ['Available (UTC)', ({ response_time }) => (response_time === 0 ? '' : csvTime(response_time))],
  ['Address', ({ address }) => address],
  ['Transaction', ({ txid }) => txid],
  logPosition,
];

export function depositsTable(
  services: Services,
  { owner }: Session,
  query: Parameters<typeof depositsFilter>[1],
): HistoryTable {
  const filter = depositsFilter(services, query);
  return historyTable(
    depositColumns,
    (place) => services.depositHistory.of(owner, { ...filter, ...place }),
    (deposit) => depositOnWire(services, deposit),
  );
}

const withdrawalWords = {
  PROCEED: 'Completed',
  ONHOLD: 'Pending',
  FREEZE: 'Freeze',
  REFUSED: 'Rejected',
  CANCELLED: 'Cancelled',
} as const;

const withdrawalColumns: readonly Column<ReturnType<typeof withdrawalItem>>[] = [
  timeColumn(({ application_time }) => application_time),
  ['Coin', ({ coin }) => coin],
  ['Network', ({ network }) => network],
  ['Amount', ({ withdraw_amount }) => withdraw_amount],
  ['Fee', ({ gasfee }) => gasfee],
  ['Received', ({ received_amount }) => received_amount],
  ['State', ({ state }) => withdrawalWords[state]],
  ['Address', ({ withdraw_address }) => withdraw_address],
  ['Transaction', ({ txid }) => txid],
  logPosition,
];

export function withdrawalsTable(
  services: Services,
  { owner }: Session,
  query: Parameters<typeof withdrawalsFilter>[1],
): HistoryTable {
  const filter = withdrawalsFilter(services, query);
  return historyTable(
    withdrawalColumns,
    (place) => services.withdrawals.table.of(owner, { ...filter, ...place }),
    (withdrawal) => withdrawalItem(services, withdrawal),
  );
}

const purchaseStates = {
  WAITING: 'Waiting for payment',
  CONFIRMING: 'Confirming',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  EXPIRED: 'Expired',
} as const;

const purchaseReasons = {
  '': '',
  declined: 'Declined',
  void: 'Cancelled on PayPal',
  gone: 'No longer known to PayPal',
  differs: 'Different amount charged',
  returned: 'Refunded before it was credited',
  other: 'Other',
} as const;

const purchaseColumns: readonly Column<ReturnType<typeof purchaseOnWire>>[] = [
  timeColumn(({ date }) => date),
  ['Coin', () => 'USDT'],
  ['Amount', ({ usdt }) => usdt],
  ['Paid', ({ amount }) => amount],
  ['Paid currency', ({ currency }) => currency],
  ['Price', ({ price }) => price],
  ['Charged', ({ charge }) => charge],
  ['Charged currency', ({ charge_currency }) => charge_currency],
  ['State', ({ state }) => purchaseStates[state]],
  ['Reason', ({ reason }) => purchaseReasons[reason]],
  ['Refunded', ({ refunded }) => refunded],
  ['USDT deducted', ({ taken_back }) => taken_back],
  ['PayPal payment', ({ reference }) => reference],
  logPosition,
];

export function purchasesTable(
  services: Services,
  { owner }: Session,
  query: Parameters<typeof purchasesFilter>[0],
): HistoryTable {
  const filter = purchasesFilter(query);
  return historyTable(
    purchaseColumns,
    (place) => services.purchaseTable.ofOwner(owner, { ...filter, ...place }),
    purchaseOnWire,
  );
}

const orderColumns: readonly Column<ReturnType<typeof orderOnWire>>[] = [
  timeColumn(({ created_at }) => created_at),
  ['Pair', ({ coin_pair }) => coin_pair.pair_name],
  ['Side', ({ delegate_type }) => delegate_type],
  ['Type', ({ type }) => type],
  ['Average price', ({ final_price }) => final_price],
  ['Amount', ({ number_of_order }) => number_of_order],
  ['Filled', ({ filled }) => filled],
  ['Total', ({ filled_total }) => filled_total],
  ['Fee', ({ fee }) => fee],
  ['State', ({ state }) => (state === 'APPROVED' ? 'Filled' : 'Cancelled')],
  ['Order', ({ id }) => id],
  logPosition,
];

export function ordersTable(
  services: Services,
  session: Session,
  side: 'buy' | 'sell',
  query: Parameters<typeof ordersFilter>[3],
): HistoryTable {
  const filter = ordersFilter(services, session, side, query);
  return historyTable(
    orderColumns,
    (place) => services.browsing.orders({ ...filter, ...place }),
    (order) => orderOnWire(services.instruments, order),
  );
}

const endedOrderColumns: readonly Column<ReturnType<typeof orderOnWire>>[] = [
  timeColumn(({ created_at }) => created_at),
  ['Pair', ({ coin_pair }) => coin_pair.pair_name],
  ['Side', ({ delegate_type }) => delegate_type],
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

/** Spot orders of both sides that have ended. */
export function endedOrdersTable(
  services: Services,
  session: Session,
  query: Parameters<typeof endedOrdersFilter>[2],
): HistoryTable {
  const filter = { ...endedOrdersFilter(services, session, query), ...existing(services) };
  return historyTable(
    endedOrderColumns,
    (place) => services.histories.orders({ ...filter, ...place }),
    (order) => orderOnWire(services.instruments, order),
  );
}

const fillColumns: readonly Column<ReturnType<typeof fillOnWire>>[] = [
  timeColumn((fill) => fill.time),
  ['Pair', ({ coin_pair }) => coin_pair.pair_name],
  ['Side', ({ delegate_type }) => delegate_type],
  ['Price', ({ unit_price }) => unit_price],
  ['Amount', ({ number_of_order }) => number_of_order],
  ['Total', ({ total }) => total],
  ['Fee', ({ fee }) => fee],
  ['Fee coin', ({ fee_coin }) => fee_coin],
  ['Role', ({ role }) => role],
  ['Order', ({ order_id }) => order_id],
  logPosition,
];

export function fillsTable(
  services: Services,
  session: Session,
  query: Parameters<typeof fillsFilter>[2],
): HistoryTable {
  const filter = { ...fillsFilter(services, session, query), ...existing(services) };
  return historyTable(
    fillColumns,
    (place) => services.histories.fills({ ...filter, ...place }),
    (fill) => fillOnWire(services.instruments, fill),
  );
}

const swapColumns: readonly Column<ReturnType<typeof swapOnWire>>[] = [
  timeColumn((swap) => swap.time),
  ['From coin', ({ from_coin }) => from_coin],
  ['From wallet', ({ from_wallet }) => from_wallet],
  ['From amount', ({ from_amount }) => from_amount],
  ['To coin', ({ to_coin }) => to_coin],
  ['To wallet', ({ to_wallet }) => to_wallet],
  ['To amount', ({ to_amount }) => to_amount],
  logPosition,
];

export function swapsTable(
  services: Services,
  session: Session,
  query: Parameters<typeof swapsFilter>[2],
): HistoryTable {
  const filter = swapsFilter(services, session, query);
  return historyTable(
    swapColumns,
    (place) => services.browsing.swaps({ ...filter, ...place }),
    (swap) => swapOnWire(services.instruments, swap),
  );
}

const lineColumns: readonly Column<ReturnType<typeof lineOnWire>>[] = [
  timeColumn((line) => line.time),
  ['Coin', ({ coin }) => coin],
  ['Wallet', ({ wallet }) => wallet],
  ['Cause', ({ cause }) => cause],
  ['Amount', ({ amount }) => amount],
  ['Balance after', ({ balance_after }) => balance_after],
  ['Order', ({ order_id }) => order_id],
  logPosition,
];

export function linesTable(
  services: Services,
  session: Session,
  query: Parameters<typeof linesFilter>[2],
): HistoryTable {
  const filter = linesFilter(services, session, query);
  return historyTable(
    lineColumns,
    (place) => services.browsing.lines({ ...filter, ...place }),
    (line) => lineOnWire(services.instruments, line),
  );
}
