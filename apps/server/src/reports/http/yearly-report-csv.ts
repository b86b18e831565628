import type { Handler } from '../services.ts';
import { type Column, cellsOf, csvFile, csvTime, csvType, headingOf } from './csv.ts';
import { disposalOnWire } from './yearly-report.ts';

const columns: readonly Column<ReturnType<typeof disposalOnWire>>[] = [
  ['Coin', ({ coin }) => coin],
  ['Amount', ({ amount }) => amount],
  ['Acquired (UTC)', ({ acquired }) => csvTime(acquired)],
  ['Disposed (UTC)', ({ disposed }) => csvTime(disposed)],
  ['Proceeds USDT', ({ proceeds }) => proceeds],
  ['Cost USDT', ({ cost }) => cost],
  ['Gain USDT', ({ gain }) => gain],
  ['Priced', ({ priced }) => (priced ? 'yes' : 'no')],
  ['Log position', ({ position }) => String(position)],
];

export const yearlyReportCsv: Handler<'yearlyReportCsv'> = async ({
  services,
  session,
  query,
  device,
  download,
  gone,
}) => {
  const everyDisposal = await services.reports.everyDisposal(session.owner, query.year, gone);
  download({ name: `yearly-report-${query.year}.csv`, type: csvType });
  const batches = async function* () {
    for await (const disposals of everyDisposal)
      yield disposals.map((disposal) => cellsOf(columns, disposalOnWire(services, disposal)));
  };
  return csvFile(headingOf(columns), batches(), device);
};
