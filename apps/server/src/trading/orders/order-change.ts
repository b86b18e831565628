import type { CoreEvent, OrderId, OwnerId } from '@vitrine/core';
import type { AssetUnits, SizeLots } from '@vitrine/money';
import { readHistories } from '../../http/log-position.ts';
import type { OrderOutcome } from '../../projections/wire.ts';
import type { Services } from '../services.ts';
import type { Accepted } from '../submit-unlocked.ts';

/** What a command changed in an order; later changes are not included. */
export interface OrderChange {
  readonly order: OrderId;
  readonly position: number;
  readonly outcome: OrderOutcome;
}

/**
 * The change that an accepted command made to its order: read from its events, or from the tables if it repeats an
 * earlier command. Throws outcome_unknown if the tables do not catch up in time.
 */
export async function orderChange(
  services: Services,
  owner: OwnerId,
  { result: order, position, events }: Accepted,
): Promise<OrderChange> {
  const outcome = events === undefined ? await outcomeAt(services, owner, order, position) : outcomeOf(events, order);
  return { order, position, outcome };
}

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

function outcomeOf(events: readonly CoreEvent[], order: OrderId): OrderOutcome {
  const fills = events.flatMap((event) =>
    event.kind === 'OrderFilled' && (event.takerOrder === order || event.makerOrder === order) ? [event] : [],
  );
  const end = events.find((event) => event.kind === 'OrderEnded' && event.order === order);
  return {
    filledLots: sum(fills.map(({ sizeLots }) => sizeLots)) as SizeLots,
    filledUnits: sum(fills.map(({ notionalUnits }) => notionalUnits)) as AssetUnits,
    feeUnits: sum(
      fills.map(({ takerOrder, takerFeeUnits, makerFeeUnits }) =>
        takerOrder === order ? takerFeeUnits : makerFeeUnits,
      ),
    ) as AssetUnits,
    ...(end?.kind === 'OrderEnded'
      ? { endedBecause: end.end, refusal: end.refusal }
      : { endedBecause: undefined, refusal: undefined }),
  };
}

async function outcomeAt(services: Services, owner: OwnerId, order: OrderId, position: number): Promise<OrderOutcome> {
  const { histories } = services;
  const [filled, record] = await readHistories(services, owner, position, async () => [
    await histories.filledAt(owner, order, position),
    await histories.order(owner, order),
  ]);
  // An ended order never changes, so an order that changed later was still open at this position.
  const hasEnded = record?.position === position;
  return {
    ...filled,
    endedBecause: hasEnded ? record.endedBecause : undefined,
    refusal: hasEnded ? record.refusal : undefined,
  };
}
