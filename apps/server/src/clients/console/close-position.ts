import type { ClosePosition, MarketId, OrderId, OwnerId, PositionSide } from '@vitrine/core';
import { type RatePpm, ratePpm, sizeLots } from '@vitrine/money';
import { findPerpetual } from '../../futures/http/find-perpetual.ts';
import { viewOf } from '../../futures/view-of.ts';
import { submit } from '../../http/submit.ts';
import { ApiError } from '../../kit/api-error.ts';
import { nameIn } from '../../kit/instruments.ts';
import { outsideReference } from '../../kit/reference.ts';
import { demandUnmoved, marketValues } from '../../listing/market-values.ts';
import { oneLine } from '../../notifications/mail/mails.ts';
import { averagePriceText, type OrderOutcome, priceText, ratePercentText, sizeText } from '../../projections/wire.ts';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import type { ApprovalContext, MarketValues } from '../../staff/approvals/approvals.ts';
import { refuseOwn } from '../../staff/members/staff-member.ts';
import { orderChange } from '../../trading/orders/order-change.ts';
import type { Accepted } from '../../trading/submit-unlocked.ts';
import { positionClosedMail } from '../mails.ts';
import type { Handler, Services } from '../services.ts';

const CLOSE_POSITION = 'close_position';
const PPM_PER_BPS = 100;
const DEFAULT_SLIPPAGE_BPS = 100;
/**
 * How long to wait for the end of an order that takes more than one command. Limited because the approval's
 * transaction, which is idle during the wait, would be aborted after five seconds.
 */
const WAIT_MS = 2_000;
const POLL_MS = 20;

/** The position to close, and the maximum distance from the mark price at execution. */
interface Closing {
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly distancePpm: RatePpm;
}

interface ClosePositionParameters extends Closing {
  readonly uid: string;
  /** The market's values when the closing was requested. */
  readonly seen: MarketValues | undefined;
}

export const consoleAskToClosePosition: Handler<'consoleAskToClosePosition'> = async (call) => {
  const { services, session, body } = call;
  const { uid, side, max_slippage_bps: slippageBps = DEFAULT_SLIPPAGE_BPS, reason } = body;
  const { owner, email } = await services.clientFiles.of(uid);
  refuseOwn(email, session);
  const perpetual = findPerpetual(services, body.name);
  const { market } = perpetual;
  demandStopped(services, owner);
  const closing = { market, side, distancePpm: ratePpm(slippageBps * PPM_PER_BPS) };
  const held = positionOf(services, owner, closing);
  const subject = aboutClient({ uid });
  const parameters: ClosePositionParameters = { uid, ...closing, seen: valuesNow(services, owner, closing) };
  const about = { market: nameIn.web(perpetual), side };
  const before = { ...about, size: sizeText(perpetual, held.sizeLots) };
  const after = {
    ...about,
    size: sizeText(perpetual, sizeLots(0)),
    mark_price: priceText(perpetual, viewOf(services.core, market).markTicks),
    distance_percent: ratePercentText(closing.distancePpm),
  };
  const wish = { kind: CLOSE_POSITION, subject, parameters, before, after, reason };
  const approval = await services.approvals.ask(session, wish);
  call.audit({ subject, before, after: { ...after, approval }, reason });
  return { approval };
};

/** Registers the action executed when the closing of a client's position is approved. */
export function registerPositionClosings(services: Services): void {
  const { approvals, clientFiles, mailQueue } = services;
  approvals.register<ClosePositionParameters>(CLOSE_POSITION, {
    roles: ['compliance'],
    current: async ({ uid, ...closing }) => valuesNow(services, (await clientFiles.of(uid)).owner, closing),
    execute: (parameters, context) => closePosition(services, parameters, context),
    committed: async ({ uid }) => mailQueue.sendAll((await clientFiles.of(uid)).owner),
  });
}

/**
 * Closes the position with one command, which the core accepts even if the client is frozen or restricted. The
 * command's reference comes from the approval: if the approval's commit fails and the approval is repeated, the order
 * is still placed only once.
 */
async function closePosition(
  services: Services,
  { uid, seen, ...closing }: ClosePositionParameters,
  { approval, approvedBy, transaction, ...context }: ApprovalContext,
): Promise<void> {
  const { clientFiles, core, indexFeed } = services;
  const { owner, email } = await clientFiles.of(uid);
  refuseOwn(email, approvedBy);
  const { market, side, distancePpm } = closing;
  const command: ClosePosition = {
    kind: 'ClosePosition',
    owner,
    market,
    position: side,
    distancePpm,
    reference: outsideReference('closing of a position', String(approval.id)),
  };
  if (core.acceptanceOf(command) === undefined) {
    demandStopped(services, owner);
    positionOf(services, owner, closing);
    // The worst price is computed from the mark price.
    if (!indexFeed.isMarkReliable(market)) throw new ApiError('mark_price_unconfirmed');
    demandUnmoved(context.seen ?? seen, valuesNow(services, owner, closing), ['position_size']);
  }
  const { repeated, position, events } = await submit(services, command);
  const placed = events.find((event) => event.kind === 'OrderAccepted');
  const result = placed?.kind === 'OrderAccepted' ? placed.order : 0;
  const outcome = await outcomeOf(services, owner, repeated ?? { position, result, events });
  if (outcome.filledLots === 0) throw new ApiError('nothing_closed');
  await report(services, owner, closing, outcome, { approval, transaction });
}

/** Records for the operators what was closed, and notifies the client. */
async function report(
  { approvals, brand, core, instruments, mailQueue, notices }: Services,
  owner: OwnerId,
  { market, side }: Closing,
  outcome: OrderOutcome,
  { approval, transaction }: Pick<ApprovalContext, 'approval' | 'transaction'>,
): Promise<void> {
  const instrument = instruments.byMarket(market);
  const [closed, average] = [sizeText(instrument, outcome.filledLots), averagePriceText(instrument, outcome)];
  const left = core.positions(owner).find((one) => one.market === market && one.position === side)?.sizeLots ?? 0;
  const result = { closed, average_price: average, left: sizeText(instrument, sizeLots(left)) };
  await approvals.setOutcome(transaction, approval.id, result);
  const name = nameIn.web(instrument);
  const [size, price] = [`${closed} ${instrument.base.code}`, `${average} ${instrument.quote.code}`];
  await notices.add(owner, 'position_closed', { name, side, size, price }, transaction);
  const facts = { market: name, side, size, price, reason: oneLine(approval.reason) };
  await mailQueue.add(owner, positionClosedMail(brand(), facts), transaction);
}

/**
 * What the closing order did until it ended. In a book with very many orders, later commands continue it. Errors:
 * outcome_unknown if it does not end in time; the approval is then still pending and can be repeated.
 */
async function outcomeOf(services: Services, owner: OwnerId, accepted: Accepted): Promise<OrderOutcome> {
  const { order, outcome } = await orderChange(services, owner, accepted);
  if (outcome.endedBecause !== undefined) return outcome;
  await ended(services, order);
  const since = { position: services.core.position, result: order };
  return (await orderChange(services, owner, since)).outcome;
}

async function ended({ core }: Services, order: OrderId): Promise<void> {
  const untilMs = performance.now() + WAIT_MS;
  while (core.order(order) !== undefined) {
    if (performance.now() >= untilMs) throw new ApiError('outcome_unknown');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The values that an approver should see: those of the market, the size of the position, and the worst price now. */
function valuesNow(services: Services, owner: OwnerId, closing: Closing): MarketValues | undefined {
  const { core, instruments } = services;
  const { market, side, distancePpm } = closing;
  const instrument = instruments.byMarket(market);
  const values = marketValues(services, instrument);
  const worst = core.closingTicks(market, side, distancePpm);
  if (values === undefined || worst === undefined) return undefined;
  const held = core.positions(owner).find((one) => one.market === market && one.position === side)?.sizeLots ?? 0;
  return {
    ...values,
    position_size: sizeText(instrument, sizeLots(held)),
    worst_price: priceText(instrument, worst),
  };
}

/**
 * Throws if the client may trade, because such clients can close their positions themselves. Errors: client_may_trade.
 */
function demandStopped({ core, clock }: Services, owner: OwnerId): void {
  if (!core.isFrozen(owner) && core.restrictionsOf(owner).tradeUntil <= clock()) throw new ApiError('client_may_trade');
}

/** The client's position on this side of the market. Errors: no_such_position. */
function positionOf({ core }: Services, owner: OwnerId, { market, side }: Closing) {
  const position = core.positions(owner).find((one) => one.market === market && one.position === side);
  if (position === undefined) throw new ApiError('no_such_position');
  return position;
}
