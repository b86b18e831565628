import { pageSize, readIdCursor } from '../../../http/paging.ts';
import type { Instruments } from '../../../kit/instruments.ts';
import type { LimitConvertRecord } from '../../convert/limit-converts.ts';
import { MOST_WAITING_CONVERTS } from '../../convert/waiting-converts.ts';
import type { Handler } from '../../services.ts';
import { amountText } from './conversion.ts';
import { rateText } from './rate.ts';

export const limitConverts: Handler<'limitConverts'> = async ({ services, session, query }) => {
  const { position } = services.histories;
  const limit = pageSize(query.limit);
  const found = await services.converts.limits.list({
    owner: session.owner,
    state: query.state,
    before: readIdCursor(query.cursor).before,
    limit: limit + 1,
  });
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    orders: shown.map((record) => onWire(services.instruments, record)),
    ...(last === undefined ? {} : { next_cursor: String(last.record) }),
    most_open: MOST_WAITING_CONVERTS,
    position,
  };
};

function onWire(instruments: Instruments, record: LimitConvertRecord) {
  const from = instruments.asset(record.from);
  const to = instruments.asset(record.to);
  // Once the conversion has been executed, its rate follows from the amount actually received.
  const receivedUnits = record.receivedUnits ?? record.minUnits;
  return {
    id: String(record.record),
    from: from.code,
    to: to.code,
    amount: amountText(from, record.units),
    receives: amountText(to, receivedUnits),
    rate: rateText(from, record.units, to, receivedUnits),
    state: record.state,
    created_at: record.createdMs,
    expires_at: record.expiresMs,
    ...(record.endedMs === undefined ? {} : { ended_at: record.endedMs }),
  };
}
