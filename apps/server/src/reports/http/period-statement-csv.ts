import { readPeriod } from '../../wallet/http/browsed.ts';
import type { Handler } from '../services.ts';
import { type Column, cellsOf, csvFile, csvType, headingOf } from './csv.ts';
import { futuresCells, futuresColumns } from './futures-rows.ts';
import { statementRowOnWire } from './period-statement.ts';

const columns: readonly Column<ReturnType<typeof statementRowOnWire>>[] = [
  ['Coin', ({ coin }) => coin],
  ['Opening', ({ opening }) => opening],
  ['Deposits', ({ deposits }) => deposits],
  ['Withdrawals', ({ withdrawals }) => withdrawals],
  ['Purchases', ({ purchases }) => purchases],
  ['Traded in', ({ traded_in }) => traded_in],
  ['Traded out', ({ traded_out }) => traded_out],
  ['Fees', ({ fees }) => fees],
  ['Futures PnL', ({ futures_profit }) => futures_profit],
  ['Funding', ({ funding }) => funding],
  ['Rewards', ({ rewards }) => rewards],
  ['Other', ({ other }) => other],
  ['Closing', ({ closing }) => closing],
];

export const periodStatementCsv: Handler<'periodStatementCsv'> = async (call) => {
  const { services, session, query, gone } = call;
  const { from, to, section = 'coins' } = query;
  const { rows, futures } = await services.reports.statement(session.owner, readPeriod(from, to), gone);
  if (section === 'futures') {
    call.download({ name: `statement-futures-${from}-${to}.csv`, type: csvType });
    return csvFile(headingOf(futuresColumns), [futuresCells(services.instruments, futures)], call.device);
  }
  call.download({ name: `statement-${from}-${to}.csv`, type: csvType });
  const lines = rows.map((row) => cellsOf(columns, statementRowOnWire(services.instruments, row)));
  return csvFile(headingOf(columns), [lines], call.device);
};
