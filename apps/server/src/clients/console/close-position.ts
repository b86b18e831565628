import type { MarketId, OwnerId, PerpetualView, PlaceOrder, PositionSide } from '@vitrine/core';
import { mulDivCeil, mulDivFloor, type PriceTicks, priceTicks, type SizeLots, sizeLots } from '@vitrine/money';
import { findPerpetual } from '../../futures/http/find-perpetual.ts';
import { orderSide } from '../../futures/orders/position-order.ts';
import { viewOf } from '../../futures/view-of.ts';
import { refusalError } from '../../http/refusal-error.ts';
import { ApiError } from '../../kit/api-error.ts';
import { nameIn } from '../../kit/instruments.ts';
import { outsideReference } from '../../kit/reference.ts';
import { demandUnmoved, marketValues } from '../../listing/market-values.ts';
import { oneLine } from '../../notifications/mail/mails.ts';
import { averagePriceText, priceText, sizeText } from '../../projections/wire.ts';
import { aboutClient } from '../../restrictions/console/restriction-item.ts';
import type { ApprovalContext, MarketValues } from '../../staff/approvals/approvals.ts';
import { refuseOwn } from '../../staff/members/staff-member.ts';
import { orderChange } from '../../trading/orders/order-change.ts';
import { positionClosedMail } from '../mails.ts';
import type { Handler, Services } from '../services.ts';

const CLOSE_POSITION = 'close_position';
const BPS = 10_000;
const DEFAULT_SLIPPAGE_BPS = 100;

interface ClosePositionParameters {
  readonly uid: string;
  readonly market: MarketId;
  readonly side: PositionSide;
  /** The size to close and, in `limitTicks`, the worst price: shown to the requester and to the approver. */
  readonly lots: SizeLots;
  readonly limitTicks: PriceTicks;
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
  const view = viewOf(services.core, market);
  const { sizeLots: heldLots } = positionOf(services, owner, market, side);
  const limitTicks = worstPrice(view.markTicks, side, slippageBps);
  const lots = lotsOfOrder(view, limitTicks, heldLots);
  const subject = aboutClient({ uid });
  const seen = marketValues(services, perpetual);
  const parameters: ClosePositionParameters = { uid, market, side, lots, limitTicks, seen };
  const about = { market: nameIn.web(perpetual), side };
  const before = { ...about, size: sizeText(perpetual, heldLots) };
  const after = {
    ...about,
    size: sizeText(perpetual, sizeLots(heldLots - lots)),
    mark_price: priceText(perpetual, view.markTicks),
    worst_price: priceText(perpetual, limitTicks),
  };
  const wish = { kind: CLOSE_POSITION, subject, parameters, before, after, reason };
  const approval = await services.approvals.ask(session, wish);
  call.audit({ subject, before, after: { ...after, approval }, reason });
  return { approval };
};

/** Registers the action that runs when the closing of a client's position is approved. */
export function registerPositionClosings(services: Services): void {
  const { approvals, instruments, clientFiles, mailQueue } = services;
  approvals.register<ClosePositionParameters>(CLOSE_POSITION, {
    roles: ['compliance'],
    current: async ({ market }) => marketValues(services, instruments.byMarket(market)),
    execute: (parameters, context) => closePosition(services, parameters, context),
    committed: async ({ uid }) => mailQueue.sendAll((await clientFiles.of(uid)).owner),
  });
}

/**
 * Closes the position with a reduce-only market order. The order's reference comes from the approval: if the approval's
 * commit fails and the approval is repeated, the order is still placed only once.
 */
async function closePosition(
  services: Services,
  { uid, market, side, lots, limitTicks, seen }: ClosePositionParameters,
  { approval, approvedBy, transaction, ...context }: ApprovalContext,
): Promise<void> {
  const { clientFiles, instruments, core, restrictions, notices, mailQueue, brand } = services;
  const { owner, email } = await clientFiles.of(uid);
  refuseOwn(email, approvedBy);
  const instrument = instruments.byMarket(market);
  const command: PlaceOrder = {
    kind: 'PlaceOrder',
    owner,
    market,
    side: orderSide(side, 'close'),
    type: 'market',
    timeInForce: 'ioc',
    priceTicks: limitTicks,
    sizeLots: lots,
    reduceOnly: true,
    reference: outsideReference('closing of a position', String(approval.id)),
  };
  if (core.acceptanceOf(command) === undefined) {
    demandStopped(services, owner);
    positionOf(services, owner, market, side);
    demandUnmoved(context.seen ?? seen, marketValues(services, instrument));
  }
  const { refusal, repeated, position, events } = await restrictions.submitLifted(owner, command);
  if (refusal === 'account_frozen' || refusal === 'account_restricted') throw new ApiError('market_busy');
  if (refusal !== undefined) throw refusalError(services, command, refusal);
  const placed = events.find((event) => event.kind === 'OrderAccepted');
  const result = placed?.kind === 'OrderAccepted' ? placed.order : 0;
  const { outcome } = await orderChange(services, owner, repeated ?? { position, result, events });
  const name = nameIn.web(instrument);
  const size = `${sizeText(instrument, outcome.filledLots)} ${instrument.base.code}`;
  const price = outcome.filledLots === 0 ? '-' : `${averagePriceText(instrument, outcome)} ${instrument.quote.code}`;
  await notices.add(owner, 'position_closed', { name, side, size, price }, transaction);
  const facts = { market: name, side, size, price, reason: oneLine(approval.reason) };
  await mailQueue.add(owner, positionClosedMail(brand(), facts), transaction);
}

function worstPrice(markTicks: PriceTicks, side: PositionSide, slippageBps: number): PriceTicks {
  return priceTicks(
    side === 'long'
      ? Math.max(1, mulDivCeil(markTicks, BPS - slippageBps, BPS))
      : mulDivFloor(markTicks, BPS + slippageBps, BPS),
  );
}

/**
 * The largest size that one order can close: the size held, within the market's limits on an order's size and value.
 */
function lotsOfOrder(view: PerpetualView, limitTicks: PriceTicks, heldLots: SizeLots): SizeLots {
  const { markTicks, tickLotUnits, maxNotionalUnits, maxSizeLots } = view;
  const most = Math.floor(maxNotionalUnits / (Math.max(markTicks, limitTicks) * tickLotUnits));
  return sizeLots(Math.min(heldLots, maxSizeLots, most));
}

/** Throws if the client may trade: such clients close their positions themselves. Errors: client_may_trade. */
function demandStopped({ core, clock }: Services, owner: OwnerId): void {
  if (!core.isFrozen(owner) && core.restrictionsOf(owner).tradeUntil <= clock()) throw new ApiError('client_may_trade');
}

/** The client's position on this side of the market. Errors: no_such_position. */
function positionOf({ core }: Services, owner: OwnerId, market: MarketId, side: PositionSide) {
  const position = core.positions(owner).find((one) => one.market === market && one.position === side);
  if (position === undefined) throw new ApiError('no_such_position');
  return position;
}
