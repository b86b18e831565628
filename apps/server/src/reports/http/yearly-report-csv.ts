import type { Handler } from '../services.ts';
import { csvFile, csvTime, csvType } from './csv.ts';
import { disposalOnWire } from './yearly-report.ts';

const HEADING = [
  'Coin',
  'Amount',
  'Acquired (UTC)',
  'Disposed (UTC)',
  'Proceeds USDT',
  'Cost USDT',
  'Gain USDT',
  'Priced',
  'Log position',
];

export const yearlyReportCsv: Handler<'yearlyReportCsv'> = async ({ services, session, query, download, gone }) => {
  const everyDisposal = await services.reports.everyDisposal(session.owner, query.year, gone);
  download({ name: `yearly-report-${query.year}.csv`, type: csvType });
  const batches = async function* () {
    for await (const disposals of everyDisposal)
      yield disposals.map((disposal) => {
        const item = disposalOnWire(services, disposal);
        return [
          item.coin,
          item.amount,
          csvTime(item.acquired),
          csvTime(item.disposed),
          item.proceeds,
          item.cost,
          item.gain,
          item.priced ? 'yes' : 'no',
          String(item.position),
        ];
      });
  };
  return csvFile(HEADING, batches());
};
