import type { ErrorParameters, endpoints, ResponseOf } from '@vitrine/contract';
import type { MarketId, PositionSide, PositionView } from '@vitrine/core';
import { sizeLots } from '@vitrine/money';
import { tradingPrincipal, wrongPasswordMessage } from '../../auth/http/session-principal.ts';
import { readPrice, readUnits, stepText } from '../../kit/amounts.ts';
import { ApiError } from '../../kit/api-error.ts';
import { findMarket } from '../../kit/find.ts';
import { nameIn, type Perpetual } from '../../kit/instruments.ts';
import { averagePriceText, priceText, quoteText, sizeText } from '../../projections/wire.ts';
import { orderResponse } from '../../trading/http/orders/order-answer.ts';
import * as acts from '../orders/buy-more.ts';
import { closeWhole } from '../orders/close-position.ts';
import type { Handler, Services } from '../services.ts';
import { viewOf } from '../view-of.ts';
import { shareText, signedQuoteText } from './wire.ts';

/** The specification's futures calls, in its terms: a pair stands for the perpetual market on the pair's coin. */

type MarginPosition = ResponseOf<typeof endpoints.clientMargin>['margin'][number];

const sides = { BUY_MORE: 'long', SELL_EMPTY: 'short' } as const;
const delegateTypes = { long: 'BUY_MORE', short: 'SELL_EMPTY' } as const;

export const buyMore: Handler<'buyMore'> = (call) => {
  const { services, body, idempotencyKey } = call;
  const perpetual = perpetualOfPair(services, body.name);
  const { market, rules, lot, quote } = perpetual;
  const { leverage } = body;
  const seenTicks = readPrice(body.opening_price, perpetual);
  const size = Math.floor((readUnits(body.margin, quote) * leverage) / (seenTicks * rules.tickLotUnits));
  if (size === 0) throw new ApiError('size_off_lot', { lot: stepText(lot) });
  const intent = { market, side: sides[body.delegate_type], leverage, sizeLots: sizeLots(size), seenTicks };
  return acts
    .buyMore(services, tradingPrincipal(call), intent, idempotencyKey)
    .then((placed) => orderResponse(services, market, placed), wrongPasswordMessage);
};

function perpetualOfPair(services: Services, name: string): Perpetual {
  const { base, quote } = findMarket(services, name);
  const found = services.instruments.perpetuals().find((one) => one.base === base && one.quote === quote);
  if (found === undefined) throw new ApiError('unknown_market', { name });
  return found;
}

export const closeFuture: Handler<'closeFuture'> = (call) => {
  const { services, body, idempotencyKey } = call;
  const [id, side] = body.future_id.split('-');
  const perpetual = services.instruments.perpetuals().find(({ market }) => market === Number(id));
  if (perpetual === undefined) throw new ApiError('no_position');
  return closeWhole(services, tradingPrincipal(call), perpetual.market, side as PositionSide, idempotencyKey).then(
    (closed) => ({ ...orderResponse(services, perpetual.market, closed), message: 'closeRequest' as const }),
    (error: unknown) => termMessage(error) ?? wrongPasswordMessage(error),
  );
};

/** The specification's answer if the position's minimum term has not ended. */
function termMessage(error: unknown): ResponseOf<typeof endpoints.closeFuture> | undefined {
  if (!(error instanceof ApiError) || error.code !== 'before_term_end') return undefined;
  const { days, target, funds } = error.parameters as ErrorParameters<'before_term_end'>;
  return {
    message: 'closePositionError',
    daysLeft: Number(days),
    futureTarget: target,
    futureFundsToAdd: funds,
  };
}

export const clientMargin: Handler<'clientMargin'> = async ({ services, session }) => {
  const { core, histories } = services;
  // Positions are read before the tables, so that the tables are at least as new as the positions.
  const views = core.positions(session.owner);
  const position = core.position;
  const found = await histories.newestPositions(session.owner, views);
  const newest = new Map(found.map((one) => [futureId(one.market, one.side), one]));
  const margin = views.map((view) => {
    const known = newest.get(futureId(view.market, view.position));
    return marginOf(services, view, known?.openedMs ?? services.clock(), known?.totalMarginChangeUnits ?? 0);
  });
  return { margin, position };
};

const futureId = (market: MarketId, side: PositionSide): string => `${market}-${side}`;

function marginOf(services: Services, view: PositionView, openedMs: number, toppedUpUnits: number): MarginPosition {
  const { market, position: side, marginUnits, profitUnits, sizeLots: lots, liquidationTicks } = view;
  const perpetual = services.instruments.byMarket(market);
  return {
    id: futureId(market, side),
    coin_pair: { pair_name: nameIn.web({ ...perpetual, isPerpetual: false }) },
    delegate_type: delegateTypes[side],
    leverage: view.leverage,
    income: signedQuoteText(perpetual, profitUnits),
    total_asset: signedQuoteText(perpetual, marginUnits + profitUnits),
    total_top_up: signedQuoteText(perpetual, toppedUpUnits),
    rate_of_return: shareText(profitUnits, marginUnits),
    margin: quoteText(perpetual, marginUnits),
    opening_price: averagePriceText(perpetual, { filledLots: lots, filledUnits: view.costUnits }),
    estimated_force_parity: liquidationTicks === 0 ? '' : priceText(perpetual, liquidationTicks),
    open_interest: sizeText(perpetual, lots),
    current_price: priceText(perpetual, viewOf(services.core, market).markTicks),
    duration: Math.max(0, Math.floor((services.clock() - openedMs) / 1_000)),
    start_date: new Date(openedMs).toISOString(),
    end_date: view.termEndsMs === 0 ? '' : new Date(view.termEndsMs).toISOString(),
  };
}
