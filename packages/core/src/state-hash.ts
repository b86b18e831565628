import type { BookSide } from './book/book-side.ts';
import type { Market } from './book/market.ts';
import { CanonicalHash } from './canonical-hash.ts';
import { MAX_ASSETS } from './ledger/ledger.ts';
import type { References } from './ledger/references.ts';
import type { Perpetual } from './perpetual/perpetual.ts';
import { oppositeOf, sideOfPosition } from './perpetual/positions.ts';
import { CLOSING, PAYING, RECEIVING, SETTLING } from './perpetual/visit.ts';
import type { State } from './state.ts';

/** [D3]: the canonical content in its canonical order; SPEC.md lists the records. */
export const hashOf = (state: State): string => {
  const hash = new CanonicalHash();
  hash.add(state.rulesVersion, state.position, state.batchTimeMs, state.clockOffsetMs, state.nextOrder, state.nextHold);
  for (let asset = 0; asset < MAX_ASSETS; asset++)
    if (state.assetCodes[asset] !== 0) hash.add(1, asset, state.assetCodes[asset], state.assetScales[asset]);
  for (let tier = 0; tier < state.tierIsSet.length; tier++)
    if (state.tierIsSet[tier] === 1) hash.add(2, tier, state.makerPpm[tier], state.takerPpm[tier]);
  for (const market of state.markets) addMarket(state, market, hash);
  addUnrested(state, hash);
  addOwners(state, hash);
  addAccounts(state, hash);
  addHolds(state, hash);
  for (const sweep of state.sweeps) hash.add(9, sweep.owner, sweep.market, sweep.end, sweep.upToOrder);
  addReferences(state.clientReferences, 10, hash);
  addReferences(state.outsideReferences, 11, hash);
  addRecords(state, hash);
  state.withdrawalUses.forEach(state.timeMs, (...use) => hash.add(13, ...use));
  for (const market of state.unfinished) addUnfinished(state, market, hash);
  addRestrictions(state, hash);
  if (state.auditSequence !== 0) hash.add(16, state.auditSequence, ...state.auditHash);
  for (const market of state.markets) {
    const perpetual = state.perpetualById[market.id];
    if (perpetual !== undefined) addPerpetual(perpetual, hash);
  }
  addProtections(state, hash);
  return hash.digest();
};

/** Orders with attached prices, and the orders that protect an open order, in order of id. */
const addProtections = ({ orders }: State, hash: CanonicalHash): void => {
  const slots: number[] = [];
  orders.forEach((slot) => {
    if (orders.takeProfitOf(slot) !== 0 || orders.stopLossOf(slot) !== 0 || orders.kin[slot] !== 0) slots.push(slot);
  });
  for (const slot of slots.sort((a, b) => orders.id[a] - orders.id[b])) {
    const kin = orders.kin[slot];
    hash.add(20, orders.id[slot], orders.takeProfitOf(slot), orders.stopLossOf(slot));
    hash.add(kin === 0 ? 0 : orders.id[kin - 1]);
  }
};

const addMarket = (state: State, m: Market, hash: CanonicalHash): void => {
  hash.add(3, m.id, m.base, m.quote, m.listedTicks, m.tickLotUnits, m.lotUnits, m.minSizeLots, m.maxSizeLots);
  hash.add(m.minNotionalUnits, m.maxNotionalUnits, m.bandPpm, m.maxOpenOrders);
  hash.add(m.status, m.referenceTicks, m.lastTicks, m.trades, m.levelChanges);
  addSide(state, m.bids, hash);
  addSide(state, m.asks, hash);
};

const addPerpetual = (perpetual: Perpetual, hash: CanonicalHash): void => {
  const { closed, market, positions, terms: t } = perpetual;
  hash.add(17, market.id, t.maxLeverage, t.maintenancePpm, t.riskLimitUnits, t.riskStepUnits, t.riskStepPpm);
  hash.add(t.liquidationFeePpm, t.maxPositionLots, t.maxOpenInterestLots, ...inProgress(perpetual));
  for (let pair = 0; pair < positions.pairs; pair++) {
    const long = positions.slotOfPair(pair);
    hash.add(18, positions.ownerOf(long));
    for (const slot of [long, oppositeOf(long)]) {
      hash.add(positions.lots[slot], positions.cost[slot], positions.margin[slot]);
      hash.add(positions.ratePpm[slot], positions.leverage[slot]);
    }
  }
  for (const slot of closed) hash.add(19, positions.ownerOf(slot), sideOfPosition(slot));
  if (market.firesFrom !== 0) hash.add(23, market.id, market.firesFrom);
  if (perpetual.minTermDays === 0) return;
  hash.add(21, market.id, perpetual.minTermDays);
  for (const [slot, time] of [...perpetual.openedAt].sort(([a], [b]) => a - b))
    hash.add(22, positions.ownerOf(slot), sideOfPosition(slot), time);
};

/** The visit, funding and liquidation in progress; zeros if there is none. */
const inProgress = (p: Perpetual): number[] => {
  const visit = [p.visit, p.visited];
  const isFunding = p.visit === PAYING || p.visit === RECEIVING;
  const funding = isFunding
    ? [p.payer, p.fundingPpm, p.visitTicks, p.collectedUnits, p.unpaidUnits]
    : [0, 0, p.visit === CLOSING || p.visit === SETTLING ? p.visitTicks : 0, 0, 0];
  const slot = p.liquidated - 1;
  const liquidation =
    slot < 0 ? [0, 0, 0, 0] : [p.positions.ownerOf(slot), sideOfPosition(slot), p.liquidationOrder, p.partLots];
  return [...visit, ...funding, ...liquidation];
};

const addSide = (state: State, side: BookSide, hash: CanonicalHash): void => {
  for (const level of side.toArray())
    for (let next = state.levels.first[level]; next !== 0; next = state.orders.next[next - 1])
      addOrder(state, next - 1, 4, hash);
};

const addUnfinished = ({ orders }: State, market: Market, hash: CanonicalHash): void => {
  const slot = market.continuing - 1;
  hash.add(14, market.id, slot < 0 ? 0 : orders.id[slot], slot < 0 ? 0 : orders.budgetLeftOf(slot));
  hash.add(market.reachedLow, market.reachedHigh);
};

/** All open orders that are not resting in the book, in order of id. */
const addUnrested = (state: State, hash: CanonicalHash): void => {
  for (const slot of state.orders.unrested()) addOrder(state, slot, 5, hash);
};

const addOrder = (state: State, slot: number, record: number, hash: CanonicalHash): void => {
  const { orders, seats } = state;
  hash.add(record, orders.id[slot], seats.owner[orders.seat[slot]], orders.market[slot], orders.traits[slot]);
  hash.add(orders.place[slot], orders.price[slot], orders.size[slot], orders.open[slot], orders.budgetOf(slot));
  hash.add(orders.held[slot], orders.makerPpm[slot], orders.takerPpm[slot], orders.triggerOf(slot));
  hash.add(orders.clientOrderId[slot], orders.oco[slot] === 0 ? 0 : orders.id[orders.oco[slot] - 1]);
  hash.add(orders.acceptedAt[slot], orders.firedAtOf(slot));
};

const addOwners = (state: State, hash: CanonicalHash): void => {
  const { owners } = state;
  const slots: number[] = [];
  for (let slot = 0; slot < owners.count; slot++)
    if (owners.tier[slot] !== 0 || owners.frozen[slot] !== 0) slots.push(slot);
  for (const slot of slots.sort((a, b) => owners.owner[a] - owners.owner[b]))
    hash.add(6, owners.owner[slot], owners.tier[slot], owners.frozen[slot]);
};

/** Active restrictions, in order of owner. */
const addRestrictions = ({ owners, timeMs }: State, hash: CanonicalHash): void => {
  const inForce = (until: number): number => (until > timeMs ? until : 0);
  const slots: number[] = [];
  for (let slot = 0; slot < owners.count; slot++)
    if (owners.tradeUntil[slot] > timeMs || owners.withdrawUntil[slot] > timeMs) slots.push(slot);
  for (const slot of slots.sort((a, b) => owners.owner[a] - owners.owner[b]))
    hash.add(15, owners.owner[slot], inForce(owners.tradeUntil[slot]), inForce(owners.withdrawUntil[slot]));
};

/** Accounts that are not empty, ordered by owner, wallet and asset. */
const addAccounts = ({ ledger }: State, hash: CanonicalHash): void => {
  for (const slot of ledger.sortedSlots()) {
    hash.add(7, ledger.ownerOf(slot), ledger.walletOf(slot), ledger.assetOf(slot));
    hash.add(ledger.available[slot], ledger.held[slot]);
  }
};

const addHolds = (state: State, hash: CanonicalHash): void => {
  const { holds, ledger } = state;
  for (const slot of holds.sorted()) {
    const account = holds.account[slot];
    hash.add(8, holds.id[slot], ledger.ownerOf(account), ledger.walletOf(account), ledger.assetOf(account));
    hash.add(holds.toOwner[slot], holds.toWallet[slot], holds.purpose[slot], holds.units[slot], holds.expiresAt[slot]);
  }
};

const addRecords = ({ holds }: State, hash: CanonicalHash): void => {
  for (const slot of holds.sorted()) if (holds.record[slot] !== 0) hash.add(12, holds.id[slot], holds.record[slot]);
};

const addReferences = (references: References, record: number, hash: CanonicalHash): void => {
  references.forEach((entry) => {
    hash.add(record);
    for (let word = 0; word < 6; word++) hash.add(references.word(entry, word));
    hash.add(references.positionOf(entry), references.resultOf(entry), references.timeOf(entry));
  });
};
