import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { OwnerId } from '@vitrine/core';
import { type AssetUnits, formatDecimal } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import { demandHistories } from '../../../http/position.ts';
import type { OrderRecord } from '../../../projections/tables/orders.ts';
import type { Services } from '../../services.ts';

type CancelAnswer = ResponseOf<typeof endpoints.cancelOrder>;

/** How many orders a cancellation ended and what that released. One that repeats an earlier one says what the first did. */
export async function cancelAnswer(
  services: Services,
  owner: OwnerId,
  { repeated, position, events }: Outcome,
): Promise<CancelAnswer> {
  if (repeated !== undefined) {
    await demandHistories(services, repeated.position);
    return answer(services, repeated.position, await services.histories.ordersEndedAt(owner, repeated.position));
  }
  const ended = events.flatMap((event) => {
    const order = event.kind === 'OrderEnded' ? services.openOrders.find(owner, event.order) : undefined;
    return order === undefined ? [] : [order];
  });
  return answer(services, position, ended);
}

function answer({ instruments }: Services, position: number, orders: readonly OrderRecord[]): CancelAnswer {
  const units = new Map<string, { scale: number; units: number }>();
  for (const { market, side, releasedUnits } of orders) {
    const { base, quote } = instruments.byMarket(market);
    const { code, scale } = side === 'buy' ? quote : base;
    if (releasedUnits > 0) units.set(code, { scale, units: (units.get(code)?.units ?? 0) + releasedUnits });
  }
  const released = [...units].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    message: 'success',
    position,
    cancelled: orders.length,
    released: released.map(([coin, sum]) => ({ coin, amount: formatDecimal(sum.units as AssetUnits, sum.scale) })),
  };
}
