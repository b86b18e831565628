import type { endpoints, ResponseOf } from '@vitrine/contract';
import { type HeldPosition, type OwnerId, type PerpetualView, systemOwners } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import { nameIn, type Perpetual } from '../../kit/instruments.ts';
import { averagePriceText, priceText, quoteText, sizeText } from '../../projections/wire.ts';
import { findPerpetual } from '../http/find-perpetual.ts';
import { shareText, signedQuoteText } from '../http/wire.ts';
import { distanceOf, type SideSurvey } from '../risk/side-survey.ts';
import type { Handler } from '../services.ts';
import { viewOf } from '../view-of.ts';
import { liquidationPriceText, partText } from './risk-view.ts';

type PositionsView = ResponseOf<typeof endpoints.consoleFuturesPositions>;
type SideView = PositionsView['long'];
type PositionView = SideView['largest'][number];

export const consoleFuturesPositions: Handler<'consoleFuturesPositions'> = async ({ services, query }) => {
  const { core, clock, futuresRisk } = services;
  const perpetual = findPerpetual(services, query.name);
  const survey = (await futuresRisk.positions()).get(perpetual.market);
  const view = viewOf(core, perpetual.market);
  const sides = survey === undefined ? [] : [survey.long, survey.short];
  const owners = sides.flatMap(({ largest, closest, queue }) => [...largest, ...closest, ...queue]);
  const uids = await futuresRisk.uids(owners.map(({ owner }) => owner));
  const shown = (held: HeldPosition) => positionView(perpetual, view, held, holderOf(held.owner, uids));
  return {
    name: nameIn.web(perpetual),
    position: core.position,
    time: clock(),
    mark_price: priceText(perpetual, view.markTicks),
    long: sideView(survey?.long, shown),
    short: sideView(survey?.short, shown),
  };
};

const sideView = (side: SideSurvey | undefined, shown: (held: HeldPosition) => PositionView): SideView => ({
  largest: (side?.largest ?? []).map(shown),
  closest: (side?.closest ?? []).map(shown),
  queue: (side?.queue ?? []).map(shown),
});

function holderOf(owner: OwnerId, uids: ReadonlyMap<OwnerId, string>): PositionView['holder'] {
  const uid = uids.get(owner);
  if (uid !== undefined) return { kind: 'client', id: uid };
  const id = String(owner);
  if (owner === systemOwners.house) return { kind: 'house', id };
  return { kind: owner === systemOwners.insurance ? 'insurance' : 'internal', id };
}

function positionView(
  perpetual: Perpetual,
  { markTicks, tickLotUnits, openInterestLots }: PerpetualView,
  held: HeldPosition,
  holder: PositionView['holder'],
): PositionView {
  const { position: side, sizeLots, costUnits, marginUnits, liquidationTicks } = held;
  const valueUnits = sizeLots * markTicks * tickLotUnits;
  const profitUnits = side === 'long' ? valueUnits - costUnits : costUnits - valueUnits;
  const equityUnits = marginUnits + profitUnits;
  return {
    holder,
    side,
    size: sizeText(perpetual, sizeLots),
    value: quoteText(perpetual, valueUnits as AssetUnits),
    share_percent: shareText(sizeLots, openInterestLots),
    entry_price: averagePriceText(perpetual, { filledLots: sizeLots, filledUnits: costUnits }),
    margin: quoteText(perpetual, marginUnits),
    profit: signedQuoteText(perpetual, profitUnits),
    profit_percent: shareText(profitUnits, valueUnits),
    effective_leverage: equityUnits <= 0 ? '' : (valueUnits / equityUnits).toFixed(1),
    liquidation_price: liquidationPriceText(perpetual, liquidationTicks),
    distance_percent: liquidationTicks === 0 ? '' : partText(distanceOf(held, markTicks), 2),
  };
}
