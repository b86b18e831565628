import type { endpoints, ResponseOf } from '@vitrine/contract';
import { type Instruments, nameIn } from '../../kit/instruments.ts';
import type { FuturesRow } from '../../wallet/profit/futures-report.ts';
import { type Column, cellsOf } from './csv.ts';
import { signedWideText } from './figures.ts';

type WireRow = ResponseOf<typeof endpoints.periodStatement>['futures'][number];

/** A report's row about one perpetual market, in wire format. */
export function futuresRowOnWire(instruments: Instruments, row: FuturesRow): WireRow {
  const instrument = instruments.byMarket(row.market);
  const text = (units: bigint) => signedWideText(units, instrument.quote.scale);
  return {
    name: nameIn.web(instrument),
    traded: text(row.tradedUnits),
    realized: text(row.realizedUnits),
    funding_received: text(row.fundingReceivedUnits),
    funding_paid: text(row.fundingPaidUnits),
    fees: text(row.feeUnits),
    net: text(netUnits(row)),
    closed: row.closed,
  };
}

/** The net profit of the market's positions: realized profit and funding received, less funding paid and fees. */
export const netUnits = (row: FuturesRow): bigint =>
  row.realizedUnits + row.fundingReceivedUnits - row.fundingPaidUnits - row.feeUnits;

const columns: readonly Column<WireRow>[] = [
  ['Market', ({ name }) => name],
  ['Traded', ({ traded }) => traded],
  ['Realized profit', ({ realized }) => realized],
  ['Funding received', ({ funding_received }) => funding_received],
  ['Funding paid', ({ funding_paid }) => funding_paid],
  ['Fees', ({ fees }) => fees],
  ['Net profit', ({ net }) => net],
  ['Positions closed', ({ closed }) => String(closed)],
];

export const futuresColumns = columns;

export const futuresCells = (instruments: Instruments, rows: readonly FuturesRow[]) =>
  rows.map((row) => cellsOf(columns, futuresRowOnWire(instruments, row)));
