import type { endpoints, QueryOf } from '@vitrine/contract';
import type { Session } from '../../http/session.ts';
import type { Handler, Services } from '../services.ts';
import { csvFile, csvType } from './csv.ts';
import { earnTable } from './earn-table.ts';
import type { HistoryTable } from './history-table.ts';
import {
  depositsTable,
  endedOrdersTable,
  fillsTable,
  linesTable,
  ordersTable,
  purchasesTable,
  swapsTable,
  withdrawalsTable,
} from './history-tables.ts';
import { refuseOtherFields, stateAmong } from './tab-fields.ts';

type Query = QueryOf<typeof endpoints.historyCsv>;
type Field = Exclude<keyof Query, 'tab'>;

const OF_MOVES = ['name', 'from', 'to'] as const;
const OF_TRADES = ['name', 'delegate_type', 'from', 'to', 'sort'] as const;

/** By history, the query parameters that its export accepts. */
const fieldsOf: Readonly<Record<Query['tab'], readonly Field[]>> = {
  deposit: [...OF_MOVES, 'state'],
  withdrawal: [...OF_MOVES, 'state'],
  buy: [...OF_MOVES, 'state'],
  sell: [...OF_MOVES, 'state'],
  order: [...OF_TRADES, 'type', 'state'],
  trade: OF_TRADES,
  purchase: ['from', 'to', 'state'],
  convert: OF_MOVES,
  transfer: OF_MOVES,
  ledger: [...OF_MOVES, 'wallet', 'cause'],
  earn: [...OF_MOVES, 'product', 'transaction_type', 'direction'],
};

export const historyCsv: Handler<'historyCsv'> = async ({ services, session, query, device, download, gone }) => {
  const { heading, batches } = tableOf(services, session, query);
  const rows = await services.reportLine.openFile(String(session.owner), batches[Symbol.asyncIterator](), gone);
  download({ name: `${query.tab}-history.csv`, type: csvType });
  return csvFile(heading, rows, device);
};

/**
 * The history that an export asks for. Throws invalid_request for a query parameter that this history does not have.
 */
function tableOf(services: Services, session: Session, query: Query): HistoryTable {
  refuseOtherFields(query, fieldsOf[query.tab]);
  const { tab, state, name, ...filter } = query;
  const named = name === undefined ? {} : { name };
  switch (tab) {
    case 'deposit':
      return depositsTable(services, session, { ...filter, ...named, ...stateAmong(state, ['completed', 'pending']) });
    case 'withdrawal':
      return withdrawalsTable(services, session, {
        ...filter,
        ...(name === undefined ? {} : { coin: name }),
        ...stateAmong(state, ['completed', 'pending', 'cancelled']),
      });
    case 'buy':
    case 'sell':
      return ordersTable(services, session, tab, {
        ...filter,
        ...named,
        ...stateAmong(state, ['filled', 'cancelled']),
      });
    case 'order':
      return endedOrdersTable(services, session, {
        ...filter,
        ...named,
        ...stateAmong(state, ['filled', 'cancelled']),
      });
    case 'trade':
      return fillsTable(services, session, { ...filter, ...named });
    case 'convert':
    case 'transfer':
      return swapsTable(services, session, { ...filter, ...named, kind: tab });
    case 'purchase':
      return purchasesTable(services, session, {
        ...filter,
        ...stateAmong(state, ['completed', 'pending', 'cancelled']),
      });
    case 'ledger':
      return linesTable(services, session, { ...filter, ...named });
    case 'earn':
      return earnTable(services, session, { ...filter, ...named });
  }
}
