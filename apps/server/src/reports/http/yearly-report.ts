import type { endpoints, ResponseOf } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import type { Disposal } from '../../wallet/profit/disposals.ts';
import type { FuturesRow } from '../../wallet/profit/futures-report.ts';
import type { Handler, Services } from '../services.ts';
import { signedText, usdtText } from './figures.ts';
import { futuresRowOnWire, netUnits } from './futures-rows.ts';

const PAGE_SIZE = 20;

export const yearlyReport: Handler<'yearlyReport'> = async ({ services, session, query, gone }) => {
  const { year, offset = 0, limit = PAGE_SIZE } = query;
  const { totals, futures, disposals, count, position } = await services.reports.year(
    session.owner,
    year,
    { offset, limit },
    gone,
  );
  const [usdt, signed] = [usdtText(services), signedText(services)];
  const proceeds = totals.reduce((sum, total) => sum + total.proceedsUnits, 0n);
  const cost = totals.reduce((sum, total) => sum + total.costUnits, 0n);
  return {
    year,
    totals: totals.map((total) => ({ ...soldOnWire(services, total), unpriced: total.unpriced })),
    proceeds: usdt(proceeds),
    cost: usdt(cost),
    gain: signed(proceeds - cost),
    futures: futuresOnWire(services, futures),
    disposals: disposals.map((disposal) => disposalOnWire(services, disposal)),
    count,
    position,
  };
};

/**
 * Each perpetual market's figures, and their sums over all markets, which can be added up because all of them are in
 * USDT.
 */
function futuresOnWire(services: Services, rows: readonly FuturesRow[]) {
  const [usdt, signed] = [usdtText(services), signedText(services)];
  const sum = (pick: (row: FuturesRow) => bigint) => rows.reduce((all, row) => all + pick(row), 0n);
  return {
    markets: rows.map((row) => futuresRowOnWire(services.instruments, row)),
    realized: signed(sum((row) => row.realizedUnits)),
    funding_received: usdt(sum((row) => row.fundingReceivedUnits)),
    funding_paid: usdt(sum((row) => row.fundingPaidUnits)),
    fees: usdt(sum((row) => row.feeUnits)),
    net: signed(sum(netUnits)),
  };
}

export function disposalOnWire(
  services: Services,
  disposal: Disposal,
): ResponseOf<typeof endpoints.yearlyReport>['disposals'][number] {
  return {
    ...soldOnWire(services, disposal),
    acquired: disposal.acquiredMs,
    disposed: disposal.disposedMs,
    priced: disposal.isPriced,
    position: disposal.position,
  };
}

type Sold = Pick<Disposal, 'asset' | 'units' | 'proceedsUnits' | 'costUnits'>;

function soldOnWire(services: Services, { asset, units, proceedsUnits, costUnits }: Sold) {
  const { code, scale } = services.instruments.asset(asset);
  return {
    coin: code,
    amount: formatDecimal(units, scale),
    proceeds: usdtText(services)(proceedsUnits),
    cost: usdtText(services)(costUnits),
    gain: signedText(services)(proceedsUnits - costUnits),
  };
}
