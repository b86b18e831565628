import type { endpoints, QueryOf } from '@vitrine/contract';
import type { Session } from '../../identity/session.ts';
import type { BrowsedPage } from '../../read-models/browsing.ts';
import type { LedgerCause } from '../../read-models/ledger-lines.ts';
import { depositOnWire, depositsFilter } from '../deposits/deposit-history.ts';
import type { Handler } from '../handler.ts';
import type { Services } from '../services.ts';
import { lineOnWire } from '../wallet/statement.ts';
import { orderOnWire } from '../wire.ts';
import { browsed, swapOnWire } from './browsed.ts';
import { csvFile, csvTime, csvType } from './csv.ts';
import { linesFilter } from './ledger.ts';
import { ordersFilter } from './order-history.ts';
import { swapsFilter } from './swap-history.ts';

type Query = QueryOf<typeof endpoints.historyCsv>;
type Rows = AsyncIterable<readonly (readonly string[])[]>;

interface Table {
  readonly heading: readonly string[];
  readonly batches: Rows;
}

/** Rows read at a time. */
const BATCH = 500;

export const historyCsv: Handler<typeof endpoints.historyCsv> = ({ services, session, query, download }) => {
  const { heading, batches } = tableOf(services, session, query);
  download({ name: `${query.tab}-history.csv`, type: csvType });
  return csvFile(heading, batches);
};

const causes: Readonly<Partial<Record<Query['tab'], LedgerCause>>> = {
  withdrawal: 'withdrawal',
  purchase: 'purchase',
};

function tableOf(services: Services, session: Session, query: Query): Table {
  const { tab, state, ...filter } = query;
  if (tab === 'deposit')
    return depositsTable(services, session, {
      ...filter,
      ...(state === 'completed' || state === 'pending' ? { state } : {}),
    });
  if (tab === 'buy' || tab === 'sell')
    return ordersTable(services, session, tab, {
      ...filter,
      ...(state === 'filled' || state === 'cancelled' ? { state } : {}),
    });
  if (tab === 'convert' || tab === 'transfer') return swapsTable(services, session, tab, query);
  const { cause, ...rest } = query;
  const ofTab = causes[tab] ?? cause;
  return linesTable(services, session, { ...rest, ...(ofTab && { cause: ofTab as NonNullable<typeof cause> }) });
}

type DepositsFilter = Parameters<typeof depositsFilter>[1];

function depositsTable(services: Services, { owner }: Session, query: DepositsFilter): Table {
  const filter = depositsFilter(services, query);
  const batches = async function* () {
    for (let before: number | undefined; ; ) {
      const place = before === undefined ? {} : { before };
      const found = await services.depositHistory.of(owner, { ...filter, ...place, limit: BATCH });
      yield found.map((deposit) => depositCells(depositOnWire(services, deposit)));
      if (found.length < BATCH) return;
      before = found.at(-1)?.id;
    }
  };
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
    batches: batches(),
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

function ordersTable(
  services: Services,
  session: Session,
  side: 'buy' | 'sell',
  query: Parameters<typeof ordersFilter>[3],
): Table {
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

function swapsTable(services: Services, session: Session, kind: 'convert' | 'transfer', query: Query): Table {
  const filter = swapsFilter(services, session, { ...query, kind });
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

function linesTable(services: Services, session: Session, query: Parameters<typeof linesFilter>[2]): Table {
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
