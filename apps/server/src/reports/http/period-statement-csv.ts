import { readPeriod } from '../../wallet/http/browsed.ts';
import type { Handler } from '../services.ts';
import { csvFile, csvType } from './csv.ts';
import { statementRowOnWire } from './period-statement.ts';

const HEADING = [
  'Coin',
  'Opening',
  'Deposits',
  'Withdrawals',
  'Purchases',
  'Traded in',
  'Traded out',
  'Fees',
  'Rewards',
  'Other',
  'Closing',
];

export const periodStatementCsv: Handler<'periodStatementCsv'> = async ({
  services,
  session,
  query,
  download,
  gone,
}) => {
  const { rows } = await services.reports.statement(session.owner, readPeriod(query.from, query.to), gone);
  download({ name: `statement-${query.from}-${query.to}.csv`, type: csvType });
  const lines = rows.map((row) => {
    const wire = statementRowOnWire(services.instruments, row);
    return [
      wire.coin,
      wire.opening,
      wire.deposits,
      wire.withdrawals,
      wire.purchases,
      wire.traded_in,
      wire.traded_out,
      wire.fees,
      wire.rewards,
      wire.other,
      wire.closing,
    ];
  });
  return csvFile(HEADING, [lines]);
};
