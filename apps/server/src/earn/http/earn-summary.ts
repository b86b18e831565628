import type { endpoints, ResponseOf } from '@vitrine/contract';
import { formatDecimal } from '@vitrine/money';
import { wideText } from '../../projections/wire.ts';
import { valueText, valueUnits } from '../../wallet/http/valuation.ts';
import { CUT_MS } from '../rules/cuts.ts';
import type { Handler, Services } from '../services.ts';
import { DAYS_AHEAD, type Due, readSummary, type Units } from '../summary/summary.ts';

type DueItem = ResponseOf<typeof endpoints.earnSummary>['due'][number];

export const earnSummary: Handler<'earnSummary'> = async ({ services, session }) => {
  const nowMs = services.clock();
  const { position } = services.histories;
  const summary = await readSummary(services.earn.pool, session.owner, { nowMs, position });
  const today = Math.floor(nowMs / CUT_MS) * CUT_MS;
  return {
    paid: sumOnWire(services, summary.paid),
    accrued: sumOnWire(services, summary.accrued),
    earned_usdt: valueText(services, worthOf(services, summary.paid) + worthOf(services, summary.accrued)),
    per_day: sumOnWire(services, summary.perDay),
    projected_days: DAYS_AHEAD,
    projected: sumOnWire(services, summary.projected),
    payouts: summary.payouts.map((units, index) => ({
      time: today + index * CUT_MS,
      ...sumOnWire(services, units),
    })),
    due: summary.due.map((one) => dueOnWire(services, one)),
    time: nowMs,
    position,
  };
};

/** The value at the prices of the moment. */
const worthOf = (services: Services, units: Units): bigint =>
  [...units].reduce(
    (sum, [asset, one]) => sum + valueUnits(services, services.instruments.asset(asset), Number(one)),
    0n,
  );

const sumOnWire = (services: Services, units: Units) => ({
  usdt_value: valueText(services, worthOf(services, units)),
  coins: [...units].map(([asset, one]) => {
    const { code, scale } = services.instruments.asset(asset);
    return { name: code, amount: wideText(one, scale) };
  }),
});

function dueOnWire({ instruments }: Services, due: Due): DueItem {
  switch (due.kind) {
    case 'term':
    case 'notice': {
      const { stake, kind, timeMs } = due;
      const { code, scale } = instruments.asset(stake.asset);
      return {
        kind: kind === 'term' ? 'TERM_END' : 'NOTICE_END',
        id: stake.id,
        name: code,
        amount: formatDecimal(stake.principalUnits, scale),
        ...(kind === 'term' ? { interest: formatDecimal(stake.wholeUnits, scale), renews: stake.autoRenew } : {}),
        time: timeMs,
      };
    }
    case 'dual': {
      const { dual, timeMs } = due;
      const { code, scale } = instruments.asset(dual.asset);
      return {
        kind: 'DUAL_EXPIRY',
        id: dual.id,
        name: code,
        amount: formatDecimal(dual.principalUnits, scale),
        time: timeMs,
      };
    }
    case 'rental': {
      const { rental, timeMs } = due;
      const { code, scale } = instruments.asset(rental.asset);
      return {
        kind: 'RENTAL_END',
        id: rental.id,
        name: code,
        amount: formatDecimal(rental.dailyUnits, scale),
        time: timeMs,
      };
    }
  }
}
