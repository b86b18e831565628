import type { endpoints, QueryOf } from '@vitrine/contract';
import type { Session } from '../../http/session.ts';
import type { Handler, Services } from '../services.ts';
import { csvFile, csvType } from './csv.ts';
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

type Query = QueryOf<typeof endpoints.historyCsv>;

export const historyCsv: Handler<'historyCsv'> = async ({ services, session, query, download, gone }) => {
  const { heading, batches } = tableOf(services, session, query);
  const rows = await services.reportLine.openFile(String(session.owner), batches[Symbol.asyncIterator](), gone);
  download({ name: `${query.tab}-history.csv`, type: csvType });
  return csvFile(heading, rows);
};

function tableOf(services: Services, session: Session, query: Query): HistoryTable {
  const { tab, state, name, ...filter } = query;
  const named = name === undefined ? {} : { name };
  switch (tab) {
    case 'deposit':
      return depositsTable(services, session, { ...filter, ...named, ...only(state, ['completed', 'pending']) });
    case 'withdrawal':
      return withdrawalsTable(services, session, {
        ...filter,
        ...(name === undefined ? {} : { coin: name }),
        ...only(state, ['completed', 'pending', 'cancelled']),
      });
    case 'buy':
    case 'sell':
      return ordersTable(services, session, tab, { ...filter, ...named, ...only(state, ['filled', 'cancelled']) });
    case 'order':
      return endedOrdersTable(services, session, { ...filter, ...named, ...only(state, ['filled', 'cancelled']) });
    case 'trade':
      return fillsTable(services, session, { ...filter, ...named });
    case 'convert':
    case 'transfer':
      return swapsTable(services, session, { ...filter, ...named, kind: tab });
    case 'purchase':
      return purchasesTable(services, session, { ...filter, ...only(state, ['completed', 'pending', 'cancelled']) });
    case 'ledger':
      return linesTable(services, session, { ...filter, ...named });
  }
}

/** The state as a filter; no filter if this history does not have that state. */
const only = <W extends string>(state: string | undefined, words: readonly W[]): { readonly state?: W } => {
  const found = words.find((word) => word === state);
  return found === undefined ? {} : { state: found };
};
