import type { endpoints, ResponseOf } from '@vitrine/contract';
import { type PositionView, systemOwners } from '@vitrine/core';
import { ITEMS_PER_ROW } from '../../http/client-reads.ts';
import { pageOf, pageSize } from '../../http/paging.ts';
import { type Instruments, isPerpetual, nameIn } from '../../kit/instruments.ts';
import type { LiquidationRecord } from '../../projections/tables/liquidations.ts';
import { priceText, quoteText, sizeText } from '../../projections/wire.ts';
import type { Call, Handler, Services } from '../services.ts';
import { findPerpetual } from './find-perpetual.ts';
import { signedQuoteText, signedRateText } from './wire.ts';

/** The rate limit counts each row of a list, for visitors as for clients. */
const chargeRows = (call: Call<'fundingHistory'> | Call<'futuresLiquidations'>) =>
  call.chargeItems(pageSize(call.query.limit) * ITEMS_PER_ROW);

interface PageFields {
  readonly name?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

const pageQuery = (services: Services, { name, cursor, limit }: PageFields) => ({
  market: name === undefined ? undefined : findPerpetual(services, name).market,
  cursor,
  limit: pageSize(limit),
});

type Liquidation = ResponseOf<typeof endpoints.futuresLiquidations>['liquidations'][number];

export const futuresLiquidations: Handler<'futuresLiquidations'> = async (call) => {
  const { services, query } = call;
  chargeRows(call);
  const page = await services.histories.liquidations(pageQuery(services, query));
  const { rows, cursors, position } = pageOf(page);
  return { liquidations: rows.map((row) => liquidationOnWire(services.instruments, row)), ...cursors, position };
};

export function liquidationOnWire(instruments: Instruments, row: LiquidationRecord): Liquidation {
  const instrument = instruments.byMarket(row.market);
  return {
    id: `${row.position}-${row.line}`,
    name: nameIn.web(instrument),
    side: row.side,
    size: sizeText(instrument, row.sizeLots),
    mark_price: priceText(instrument, row.markTicks),
    bankruptcy_price: priceText(instrument, row.bankruptcyTicks),
    time: row.timeMs,
  };
}

export const fundingHistory: Handler<'fundingHistory'> = async (call) => {
  const { services, query } = call;
  chargeRows(call);
  const perpetual = findPerpetual(services, query.name);
  const page = { ...pageQuery(services, query), market: perpetual.market };
  const { rows, cursors, position } = pageOf(await services.histories.fundings(page));
  const fundings = rows.map(({ startedMs, payer, ratePpm, markTicks, collectedUnits }) => ({
    name: nameIn.web(perpetual),
    time: startedMs,
    rate_percent: signedRateText(payer === 'long' ? ratePpm : -ratePpm),
    mark_price: priceText(perpetual, markTicks),
    collected: collectedUnits === undefined ? '' : quoteText(perpetual, collectedUnits),
  }));
  return { fundings, ...cursors, position };
};

/** Number of minutes returned by default: eight hours. */
const MINUTES = 480;

export const markHistory: Handler<'markHistory'> = async ({ services, query, chargeItems }) => {
  const perpetual = findPerpetual(services, query.name);
  const limit = query.limit ?? MINUTES;
  chargeItems(limit);
  const { histories, clock } = services;
  const { position } = histories;
  const rows = await histories.markPrices(perpetual.market, query.before ?? clock() + 1, limit);
  const prices = rows.map(({ minuteMs, markTicks }) => ({
    time: minuteMs,
    mark_price: priceText(perpetual, markTicks),
  }));
  return { prices, position };
};

export const insuranceFund: Handler<'insuranceFund'> = ({ services }) => {
  const { core, instruments } = services;
  const first = instruments.all().find(isPerpetual);
  const positions = core.positions(systemOwners.insurance).map((view) => fundPosition(instruments, view));
  if (first === undefined) return { available: '0', coin: 'USDT', positions, position: core.position };
  const { availableUnits } = core.balance(systemOwners.insurance, 'future', first.quote.asset);
  return {
    available: quoteText(first, availableUnits),
    coin: first.quote.code,
    positions,
    position: core.position,
  };
};

function fundPosition(instruments: Instruments, { market, position, sizeLots, costUnits, profitUnits }: PositionView) {
  const instrument = instruments.byMarket(market);
  return {
    name: nameIn.web(instrument),
    side: position,
    size: sizeText(instrument, sizeLots),
    cost: quoteText(instrument, costUnits),
    profit: signedQuoteText(instrument, profitUnits),
  };
}
