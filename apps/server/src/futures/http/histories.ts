import type { endpoints, ResponseOf } from '@vitrine/contract';
import type { MarketId } from '@vitrine/core';
import type { AssetUnits, SizeLots } from '@vitrine/money';
import { pageOf, pageSize } from '../../http/paging.ts';
import { type Instruments, nameIn } from '../../kit/instruments.ts';
import type { PositionChangeKind, PositionChangeRecord } from '../../projections/tables/position-changes.ts';
import { averagePriceText, priceText, quoteText, sizeText } from '../../projections/wire.ts';
import type { Handler, Services } from '../services.ts';
import { findPerpetual } from './find-perpetual.ts';
import { futuresOrderOnWire, signedQuoteText } from './wire.ts';

type Fill = ResponseOf<typeof endpoints.futuresTradeHistory>['trades'][number];
type ClosedPosition = ResponseOf<typeof endpoints.positionHistory>['positions'][number];
type Payment = ResponseOf<typeof endpoints.fundingPayments>['payments'][number];

interface PageFields {
  readonly name?: string;
  readonly cursor?: string;
  readonly limit?: number;
}

export const pageQuery = (services: Services, { name, cursor, limit }: PageFields) => ({
  market: marketOf(services, name),
  cursor,
  limit: pageSize(limit),
});

const marketOf = (services: Services, name: string | undefined): MarketId | undefined =>
  name === undefined ? undefined : findPerpetual(services, name).market;

export const futuresOrderHistory: Handler<'futuresOrderHistory'> = async (call) => {
  const { services, session, query } = call;
  const { rows, next, position } = pageOf(
    await services.histories.orders({ ...pageQuery(services, query), owner: session.owner, isPerpetual: true }),
  );
  return { orders: rows.map((order) => futuresOrderOnWire(services.instruments, order)), ...next, position };
};

export const futuresTradeHistory: Handler<'futuresTradeHistory'> = async (call) => {
  const { rows, next, position } = await changes(call.services, call.session.owner, call.query, ['fill', 'settled']);
  return { trades: rows.map((row) => fillOnWire(call.services.instruments, row)), ...next, position };
};

export const positionHistory: Handler<'positionHistory'> = async ({ services, session, query }) => {
  const { rows, next, position } = pageOf(
    await services.histories.positionChanges({
      ...pageQuery(services, query),
      owner: session.owner,
      kinds: ['fill', 'settled'],
      isEnd: true,
    }),
  );
  return { positions: rows.map((row) => closedOnWire(services.instruments, row)), ...next, position };
};

export const fundingPayments: Handler<'fundingPayments'> = async ({ services, session, query }) => {
  const { rows, next, position } = await changes(services, session.owner, query, ['funding']);
  return { payments: rows.map((row) => paymentOnWire(services.instruments, row)), ...next, position };
};

const changes = async (services: Services, owner: number, query: PageFields, kinds: readonly PositionChangeKind[]) =>
  pageOf(await services.histories.positionChanges({ ...pageQuery(services, query), owner, kinds }));

const idOf = ({ position, line }: PositionChangeRecord): string => `${position}-${line}`;

function fillOnWire(instruments: Instruments, change: PositionChangeRecord): Fill {
  const instrument = instruments.byMarket(change.market);
  return {
    id: idOf(change),
    order_id: change.order === 0 ? '' : String(change.order),
    name: nameIn.web(instrument),
    side: change.side,
    effect: change.closes ? 'close' : 'open',
    role: change.role === 'none' ? 'taker' : change.role,
    unit_price: priceText(instrument, change.priceTicks),
    number_of_order: sizeText(instrument, change.tradedLots),
    total: quoteText(instrument, change.notionalUnits),
    fee: quoteText(instrument, change.feeUnits),
    fee_coin: instrument.quote.code,
    realized_profit: signedQuoteText(instrument, change.realizedUnits),
    time: change.timeMs,
    position: change.position,
  };
}

function closedOnWire(instruments: Instruments, change: PositionChangeRecord): ClosedPosition {
  const instrument = instruments.byMarket(change.market);
  const { entryLots, entryUnits, exitLots, exitUnits, totalRealizedUnits, totalFeeUnits, totalFundingUnits } = change;
  const average = (filledLots: SizeLots, filledUnits: AssetUnits) =>
    averagePriceText(instrument, { filledLots, filledUnits });
  return {
    id: idOf(change),
    name: nameIn.web(instrument),
    side: change.side,
    opened_at: change.openedMs,
    closed_at: change.timeMs,
    size: sizeText(instrument, entryLots),
    entry_price: average(entryLots, entryUnits),
    exit_price: average(exitLots, exitUnits),
    realized_profit: signedQuoteText(instrument, totalRealizedUnits),
    fees: quoteText(instrument, totalFeeUnits),
    funding: signedQuoteText(instrument, totalFundingUnits),
    net_profit: signedQuoteText(instrument, totalRealizedUnits + totalFundingUnits - totalFeeUnits),
    liquidated: sizeText(instrument, change.liquidatedLots),
  };
}

function paymentOnWire(instruments: Instruments, change: PositionChangeRecord): Payment {
  const instrument = instruments.byMarket(change.market);
  return {
    id: idOf(change),
    name: nameIn.web(instrument),
    side: change.side,
    amount: signedQuoteText(instrument, change.fundingUnits),
    coin: instrument.quote.code,
    size: sizeText(instrument, change.sizeLots),
    time: change.timeMs,
  };
}
