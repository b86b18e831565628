import type { Ground } from '../kit/ground.ts';
import { TurnLine } from '../kit/turn-line.ts';
import { ClientBooks } from './profit/client-books.ts';
import { Reports } from './profit/reports.ts';

/**
 * Limits the computation of reports, so that most of the time is left for other work. A turn (one time slice of a
 * report) takes milliseconds. Three of a client may wait, because a page that loads a report again aborts the earlier
 * request, of which the server may learn only after the next request has arrived.
 */
const REPORTS = { atOnce: 2, restTimes: 3, mostWaiting: 200, mostWaitingOfOne: 3 };

export const openWallet = ({ pool }: Ground) => {
  const reportLine = new TurnLine(REPORTS);
  return { books: new ClientBooks(pool), reports: new Reports(pool, reportLine), reportLine };
};
