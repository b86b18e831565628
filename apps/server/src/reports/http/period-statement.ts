import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { Instruments } from '../../kit/instruments.ts';
import { readPeriod } from '../../wallet/http/browsed.ts';
import type { StatementRow } from '../../wallet/profit/reports.ts';
import type { Handler } from '../services.ts';
import { signedWideText } from './figures.ts';
import { futuresRowOnWire } from './futures-rows.ts';

type WireRow = ResponseOf<typeof endpoints.periodStatement>['rows'][number];

export const periodStatement: Handler<'periodStatement'> = async ({ services, session, query, gone }) => {
  const { fromMs, toMs } = readPeriod(query.from, query.to);
  const { rows, futures, position } = await services.reports.statement(session.owner, { fromMs, toMs }, gone);
  return {
    rows: rows.map((row) => statementRowOnWire(services.instruments, row)),
    futures: futures.map((row) => futuresRowOnWire(services.instruments, row)),
    from: fromMs,
    to: toMs,
    position,
  };
};

export function statementRowOnWire(instruments: Instruments, row: StatementRow): WireRow {
  const { code, scale } = instruments.asset(row.asset);
  const text = (units: bigint) => signedWideText(units, scale);
  return {
    coin: code,
    opening: text(row.openingUnits),
    deposits: text(row.depositUnits),
    withdrawals: text(row.withdrawalUnits),
    purchases: text(row.purchaseUnits),
    traded_in: text(row.tradedInUnits),
    traded_out: text(row.tradedOutUnits),
    fees: text(row.feeUnits),
    futures_profit: text(row.futuresProfitUnits),
    funding: text(row.fundingUnits),
    rewards: text(row.rewardUnits),
    other: text(row.otherUnits),
    closing: text(row.closingUnits),
  };
}
