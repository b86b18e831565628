import { pageOf, pageSize } from '../../../http/paging.ts';
import type { Instruments } from '../../../kit/instruments.ts';
import type { ConvertRecord } from '../../../projections/tables/converts.ts';
import type { Handler } from '../../services.ts';
import { convertedOnWire } from './converted.ts';

export const convertHistory: Handler<'convertHistory'> = async ({ services, session, query }) => {
  const { rows, cursors, position } = pageOf(
    await services.histories.converts({
      owner: session.owner,
      cursor: query.cursor,
      limit: pageSize(query.limit),
    }),
  );
  return { converts: rows.map((row) => onWire(services.instruments, row)), ...cursors, position };
};

function onWire(instruments: Instruments, record: ConvertRecord) {
  return {
    id: String(record.position),
    kind: record.record === 0 ? ('market' as const) : ('limit' as const),
    ...convertedOnWire(instruments, record),
    order_ids: record.orders.map(String),
    time: record.timeMs,
    position: record.position,
  };
}
