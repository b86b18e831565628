import type { Session } from '../../identity/session.ts';
import type { BrowsedPage } from '../../read-models/browsing.ts';
import { depositOnWire, depositsFilter } from '../deposits/deposit-history.ts';
import { purchasesFilter } from '../purchases/purchase-history.ts';
import { purchaseOnWire } from '../purchases/purchase-words.ts';
import type { Services } from '../services.ts';
import { lineOnWire } from '../wallet/statement.ts';
import { orderOnWire } from '../wire.ts';
import { withdrawalsFilter } from '../withdrawals/withdraw-history.ts';
import { withdrawalItem } from '../withdrawals/withdrawal-view.ts';
import { browsed, swapOnWire } from './browsed.ts';
import { csvTime } from './csv.ts';
import { linesFilter } from './ledger.ts';
import { ordersFilter } from './order-history.ts';
import { swapsFilter } from './swap-history.ts';

type Rows = AsyncIterable<readonly (readonly string[])[]>;

/** A whole history as the cells of a file. Making one throws what its list would refuse. */
export interface HistoryTable {
  readonly heading: readonly string[];
  readonly batches: Rows;
}

/** Rows read at a time. */
const BATCH = 500;

type DepositsFilter = Parameters<typeof depositsFilter>[1];

export function depositsTable(services: Services, { owner }: Session, query: DepositsFilter): HistoryTable {
  const filter = depositsFilter(services, query);
  return {
    heading: [
      'Time (UTC)',
      'Coin',
      'Network',
      'Amount',
      'State',
      'Available (UTC)',
      'Address',
      'Transaction',
      'Log position',
    ],
    batches: byId(
      (place) => services.depositHistory.of(owner, { ...filter, ...place, limit: BATCH }),
      (deposit) => depositCells(depositOnWire(services, deposit)),
    ),
  };
}

const depositCells = (deposit: ReturnType<typeof depositOnWire>): string[] => [
  csvTime(deposit.date),
  deposit.coin,
  deposit.network,
  deposit.recharge_amount,
  deposit.recharge_status === 'APPROVED' ? 'Completed' : 'Pending',
  deposit.response_time === 0 ? '' : csvTime(deposit.response_time),
  deposit.address,
  deposit.txid,
  deposit.position === 0 ? '' : String(deposit.position),
];

type WithdrawalsFilter = Parameters<typeof withdrawalsFilter>[1];

export function withdrawalsTable(services: Services, { owner }: Session, query: WithdrawalsFilter): HistoryTable {
  const filter = withdrawalsFilter(services, query);
  return {
    heading: [
      'Time (UTC)',
      'Coin',
      'Network',
      'Amount',
      'Fee',
      'Received',
      'State',
      'Address',
      'Transaction',
      'Log position',
    ],
    batches: byId(
      (place) => services.withdrawals.table.of(owner, { ...filter, ...place, limit: BATCH }),
      (withdrawal) => withdrawalCells(withdrawalItem(services, withdrawal)),
    ),
  };
}

const withdrawalWords = {
  PROCEED: 'Completed',
  ONHOLD: 'Pending',
  FREEZE: 'Freeze',
  REFUSED: 'Refused',
  CANCELLED: 'Cancelled',
} as const;

const withdrawalCells = (withdrawal: ReturnType<typeof withdrawalItem>): string[] => [
  csvTime(withdrawal.application_time),
  withdrawal.coin,
  withdrawal.network,
  withdrawal.withdraw_amount,
  withdrawal.gasfee,
  withdrawal.received_amount,
  withdrawalWords[withdrawal.state],
  withdrawal.withdraw_address,
  withdrawal.txid,
  withdrawal.position === 0 ? '' : String(withdrawal.position),
];

export function purchasesTable(
  services: Services,
  { owner }: Session,
  query: Parameters<typeof purchasesFilter>[0],
): HistoryTable {
  const filter = purchasesFilter(query);
  return {
    heading: [
      'Time (UTC)',
      'Coin',
      'Amount',
      'Paid',
      'Paid currency',
      'Price',
      'Charged',
      'Charged currency',
      'State',
      'Reason',
      'Given back',
      'PayPal payment',
      'Log position',
    ],
    batches: byId(
      (place) => services.purchaseTable.ofOwner(owner, { ...filter, ...place, limit: BATCH }),
      (purchase) => purchaseCells(purchaseOnWire(purchase)),
    ),
  };
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
  void: 'Cancelled at PayPal',
  gone: 'No longer known to PayPal',
  differs: 'Not the amount ordered',
  returned: 'Given back',
  other: 'Other',
} as const;

const purchaseCells = (purchase: ReturnType<typeof purchaseOnWire>): string[] => [
  csvTime(purchase.date),
  'USDT',
  purchase.usdt,
  purchase.amount,
  purchase.currency,
  purchase.price,
  purchase.charge,
  purchase.charge_currency,
  purchaseStates[purchase.state],
  purchaseReasons[purchase.reason],
  purchase.refunded,
  purchase.reference,
  purchase.position === 0 ? '' : String(purchase.position),
];

export function ordersTable(
  services: Services,
  session: Session,
  side: 'buy' | 'sell',
  query: Parameters<typeof ordersFilter>[3],
): HistoryTable {
  const filter = ordersFilter(services, session, side, query);
  return {
    heading: [
      'Time (UTC)',
      'Pair',
      'Side',
      'Type',
      'Average price',
      'Amount',
      'Filled',
      'Total',
      'Fee',
      'State',
      'Order',
      'Log position',
    ],
    batches: pagesOf(
      (cursor) => services.browsing.orders({ ...filter, cursor, limit: BATCH }),
      (order) => {
        const item = orderOnWire(services.instruments, order);
        return [
          csvTime(item.created_at),
          item.coin_pair.pair_name,
          item.delegate_type,
          item.type,
          item.final_price,
          item.number_of_order,
          item.filled,
          item.filled_total,
          item.fee,
          item.state === 'APPROVED' ? 'Filled' : 'Cancelled',
          item.id,
          String(item.position),
        ];
      },
    ),
  };
}

export function swapsTable(
  services: Services,
  session: Session,
  query: Parameters<typeof swapsFilter>[2],
): HistoryTable {
  const filter = swapsFilter(services, session, query);
  return {
    heading: [
      'Time (UTC)',
      'From coin',
      'From wallet',
      'From amount',
      'To coin',
      'To wallet',
      'To amount',
      'Log position',
    ],
    batches: pagesOf(
      (cursor) => services.browsing.swaps({ ...filter, cursor, limit: BATCH }),
      (row) => {
        const swap = swapOnWire(services.instruments, row);
        return [
          csvTime(swap.time),
          swap.from_coin,
          swap.from_wallet,
          swap.from_amount,
          swap.to_coin,
          swap.to_wallet,
          swap.to_amount,
          String(swap.position),
        ];
      },
    ),
  };
}

export function linesTable(
  services: Services,
  session: Session,
  query: Parameters<typeof linesFilter>[2],
): HistoryTable {
  const filter = linesFilter(services, session, query);
  return {
    heading: ['Time (UTC)', 'Coin', 'Wallet', 'Cause', 'Amount', 'Balance after', 'Order', 'Log position'],
    batches: pagesOf(
      (cursor) => services.browsing.lines({ ...filter, cursor, limit: BATCH }),
      (row) => {
        const line = lineOnWire(services.instruments, row);
        return [
          csvTime(line.time),
          line.coin,
          line.wallet,
          line.cause,
          line.amount,
          line.balance_after,
          line.order_id,
          String(line.position),
        ];
      },
    ),
  };
}

/** Page after page, to the oldest. */
async function* pagesOf<Row>(
  read: (cursor: string | undefined) => Promise<BrowsedPage<Row> | 'bad_cursor'>,
  cells: (row: Row) => readonly string[],
): Rows {
  for (let cursor: string | undefined; ; ) {
    const { rows, turned } = browsed(await read(cursor));
    yield rows.map(cells);
    if (turned.next_cursor === undefined) return;
    cursor = turned.next_cursor;
  }
}

/** Rows by their ids, from the newest to the oldest. */
async function* byId<Row extends { readonly id: number }>(
  read: (place: { readonly before?: number }) => Promise<readonly Row[]>,
  cells: (row: Row) => readonly string[],
): Rows {
  for (let place: { readonly before?: number } = {}; ; ) {
    const rows = await read(place);
    yield rows.map(cells);
    const last = rows.at(-1);
    if (rows.length < BATCH || last === undefined) return;
    place = { before: last.id };
  }
}
