import type { Ground } from '../kit/ground.ts';
import { ClientBooks } from './profit/client-books.ts';
import { ReportLine } from './profit/report-line.ts';
import { Reports } from './profit/reports.ts';

export const openWallet = ({ pool }: Ground) => {
  const reportLine = new ReportLine();
  return { books: new ClientBooks(pool), reports: new Reports(pool, reportLine), reportLine };
};
