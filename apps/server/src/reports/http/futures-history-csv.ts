import type { endpoints, QueryOf } from '@vitrine/contract';
import type { Session } from '../../http/session.ts';
import type { Handler, Services } from '../services.ts';
import { csvFile, csvType } from './csv.ts';
import * as tables from './futures-history-tables.ts';
import type { HistoryTable } from './history-table.ts';

type Query = QueryOf<typeof endpoints.futuresHistoryCsv>;

export const futuresHistoryCsv: Handler<'futuresHistoryCsv'> = async ({ services, session, query, download, gone }) => {
  const { heading, batches } = tableOf(services, session, query);
  const rows = await services.reportLine.openFile(String(session.owner), batches[Symbol.asyncIterator](), gone);
  download({ name: `futures-${query.tab}-history.csv`, type: csvType });
  return csvFile(heading, rows);
};

function tableOf(services: Services, session: Session, { tab, ...filter }: Query): HistoryTable {
  switch (tab) {
    case 'order':
      return tables.futuresOrdersTable(services, session, filter);
    case 'trade':
      return tables.futuresTradesTable(services, session, filter);
    case 'position':
      return tables.closedPositionsTable(services, session, filter);
    case 'funding':
      return tables.fundingPaymentsTable(services, session, filter);
    case 'liquidation':
      return tables.liquidationsTable(services, session, filter);
  }
}
