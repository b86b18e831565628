import type {
  Acceptance,
  AmendOrder,
  ChangeMargin,
  Convert,
  CoreEvent,
  HoldUnits,
  OwnerId,
  PlaceOco,
  PlaceOrder,
  Transfer,
} from '@vitrine/core';
import { restrictedError } from '../http/refusal-error.ts';
import { submit } from '../http/submit.ts';
import { ApiError } from '../kit/api-error.ts';
import { demandRight, type Principal } from '../kit/principal.ts';
import type { Services } from './services.ts';

/**
 * The log position at which a command was accepted, and its result. Events are missing if the command repeats an
 * earlier one.
 */
export interface Accepted extends Acceptance {
  readonly events?: readonly CoreEvent[];
}

/** Commands for which the principal must be unlocked. */
export type GuardedCommand = PlaceOrder | PlaceOco | AmendOrder | Transfer | HoldUnits | Convert | ChangeMargin;

/** Submits a command that needs permission to trade. */
export const submitOrder = (services: Services, principal: Principal, command: GuardedCommand): Promise<Accepted> =>
  submitUnlocked(services, principal, command, () => refuseTrading(services, principal.owner));

/**
 * Refuses a client who is restricted from trading: such a client may cancel orders, but not place or amend them.
 * Errors: account_restricted, kyc_required.
 */
export function refuseTrading(services: Services, owner: OwnerId): void {
  const isRestricted = services.restrictions.onTrade(owner) !== undefined;
  if (isRestricted) throw restrictedError(services, owner);
  const isKycRequired = services.exchangeSettings.current().kycRequirement === 'trade';
  if (isKycRequired && !services.kyc.isVerified(owner)) throw new ApiError('kyc_required');
}

/**
 * Submits a command that requires an unlock, and returns its log position and its result. A repeated command returns
 * the first result and changes nothing, even if its order has ended or the unlock has expired in the meantime. `refuse`
 * throws if the client may not submit the command.
 */
export async function submitUnlocked(
  services: Services,
  principal: Principal,
  command: GuardedCommand,
  refuse: () => void = () => {},
): Promise<Accepted> {
  demandRight(principal, 'trade');
  const first = command.reference === undefined ? undefined : services.core.acceptanceOf(command);
  if (first !== undefined) {
    services.metrics.acknowledged('repeated', 0);
    return first;
  }
  refuse();
  await principal.unlock();
  return submitAllowed(services, command, refuse);
}

/**
 * Like `submitUnlocked`, for a principal that is already unlocked. Calls `refuse` once more, because unlocking takes a
 * while if a password is compared.
 */
export async function submitAllowed(
  services: Services,
  command: GuardedCommand,
  refuse: () => void,
): Promise<Accepted> {
  refuse();
  refuseOpening(services, command);
  const { repeated, events, position } = await submit(services, command);
  return repeated ?? { position, result: resultOf(events), events };
}

/**
 * Refuses an order that would open or increase a position if the market will be delisted soon, or if its delisting has
 * begun: a delisting may have to wait before it makes the market cancel-only. Errors: market_close_only.
 */
function refuseOpening(services: Services, command: GuardedCommand): void {
  const { plannedDelistings, clock } = services;
  if (command.kind !== 'PlaceOrder' && command.kind !== 'AmendOrder') return;
  // Avoids reading the core if possible: after a pause of the process, reading it fails until the lease is renewed,
  // whereas submitting a command waits for the renewal.
  if (plannedDelistings.isEmpty) return;
  const { core } = services;
  const order = command.kind === 'PlaceOrder' ? command : core.order(command.order);
  if (order === undefined || order.reduceOnly === true || core.perpetual(order.market) === undefined) return;
  if (plannedDelistings.isUnderway(order.market)) throw new ApiError('market_close_only', { time: String(clock()) });
  const planned = plannedDelistings.of(order.market);
  if (planned !== undefined && clock() >= planned.closeOnlyMs)
    throw new ApiError('market_close_only', { time: String(planned.atMs) });
}

/**
 * The id of the command's order (the limit order of an OCO pair, the first order of a conversion), or of its hold; 0 if
 * it has neither.
 */
function resultOf(events: readonly CoreEvent[]): number {
  for (const event of events) {
    if (event.kind === 'OrderAccepted' || event.kind === 'OrderAmended') return event.order;
    if (event.kind === 'HoldPending') return event.hold;
  }
  return 0;
}
