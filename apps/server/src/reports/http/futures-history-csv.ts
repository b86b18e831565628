import type { endpoints, QueryOf } from '@vitrine/contract';
import type { Session } from '../../http/session.ts';
import type { Handler, Services } from '../services.ts';
import { csvFile, csvType } from './csv.ts';
import * as tables from './futures-history-tables.ts';
import type { HistoryTable } from './history-table.ts';
import { refuseOtherFields } from './tab-fields.ts';

type Query = QueryOf<typeof endpoints.futuresHistoryCsv>;

const OF_ALL = ['name', 'side', 'from', 'to', 'sort'] as const;

/** By history, the query parameters that its export accepts. */
const fieldsOf: Readonly<Record<Query['tab'], readonly Exclude<keyof Query, 'tab'>[]>> = {
  order: [...OF_ALL, 'effect', 'state'],
  trade: [...OF_ALL, 'effect', 'role'],
  position: OF_ALL,
  funding: OF_ALL,
  liquidation: OF_ALL,
};

export const futuresHistoryCsv: Handler<'futuresHistoryCsv'> = async ({
  services,
  session,
  query,
  device,
  download,
  gone,
}) => {
  const { heading, batches } = tableOf(services, session, query);
  const rows = await services.reportLine.openFile(String(session.owner), batches[Symbol.asyncIterator](), gone);
  download({ name: `futures-${query.tab}-history.csv`, type: csvType });
  return csvFile(heading, rows, device);
};

/**
 * The history that an export asks for. Throws invalid_request for a query parameter that this history does not have.
 */
function tableOf(services: Services, session: Session, query: Query): HistoryTable {
  refuseOtherFields(query, fieldsOf[query.tab]);
  const { tab, ...filter } = query;
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
