import type { endpoints } from '@vitrine/contract';
import type { ConvertRecord } from '../../read-models/converts.ts';
import type { Handler } from '../handler.ts';
import type { Instruments } from '../instruments.ts';
import { pageOf, pageSize } from '../paging.ts';
import { amountText } from './conversion.ts';
import { rateText } from './rate.ts';

export const convertHistory: Handler<typeof endpoints.convertHistory> = async ({ services, session, query }) => {
  const { rows, next, position } = pageOf(
    await services.histories.converts({
      owner: session.owner,
      cursor: query.cursor,
      limit: pageSize(query.limit),
    }),
  );
  return { converts: rows.map((row) => onWire(services.instruments, row)), ...next, position };
};

function onWire(instruments: Instruments, record: ConvertRecord) {
  const from = instruments.asset(record.from);
  const to = instruments.asset(record.to);
  const fee = instruments.asset(record.quote);
  return {
    id: String(record.position),
    kind: record.record === 0 ? ('market' as const) : ('limit' as const),
    from: from.code,
    to: to.code,
    amount: amountText(from, record.spentUnits),
    receives: amountText(to, record.receivedUnits),
    rate: rateText(from, record.spentUnits, to, record.receivedUnits),
    fee: amountText(fee, record.feeUnits),
    fee_coin: fee.code,
    order_ids: record.orders.map(String),
    time: record.timeMs,
    position: record.position,
  };
}
