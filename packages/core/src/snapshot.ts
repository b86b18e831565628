import { Market } from './book/market.ts';
import { ARMING, FIRED, ORDER_ROW, TAKING } from './book/orders.ts';
import { CommandFields } from './codec/generated-commands.ts';
import type { Columns } from './columns/columns.ts';
import { type HashKey, PLAIN_KEY } from './columns/hash-key.ts';
import { type PerpetualColumns, perpetualColumns, restorePerpetual } from './perpetual/perpetual-snapshot.ts';
import { spotPayment } from './spot/fill.ts';
import { State } from './state.ts';
import { RULES_VERSION } from './vocabulary/rules.ts';

/**
 * Format 3 added records of holds and withdrawal uses; 4 added newer rules and busy markets; 5 added restrictions and
 * audit anchors; 6 added perpetual markets; 7 added orders with an attached take-profit or stop-loss.
 */
const FORMAT = 7;
const FIRST_FORMAT = 2;

/**
 * One market's figures in the order of `marketRow`, and the slots of the levels on its four sides, each from best to
 * worst.
 */
interface MarketColumns {
  readonly row: Float64Array;
  readonly sides: readonly Int32Array[];
  /** Perpetual markets only. */
  readonly perpetual?: PerpetualColumns;
}

/** The core's state as plain columns. It can be structured-cloned, and every buffer can be transferred. */
export interface Snapshot {
  readonly format: number;
  readonly header: Float64Array;
  readonly assets: Columns;
  readonly fees: Columns;
  readonly owners: Columns;
  readonly ledger: Columns;
  readonly seats: Columns;
  readonly orders: Columns;
  /** Missing before format 7. */
  readonly protections?: Columns;
  readonly levels: Columns;
  readonly holds: Columns;
  /** The sequence number and hash of the newest audit anchor; missing before format 5. */
  readonly audit?: Float64Array;
  /** Missing before format 3. */
  readonly withdrawalUses?: Columns;
  readonly clientReferences: Columns;
  readonly outsideReferences: Columns;
  readonly markets: readonly MarketColumns[];
  readonly sweeps: Float64Array;
}

const marketRow = (m: Market): Float64Array =>
  Float64Array.of(
    m.id,
    m.base,
    m.quote,
    m.listedTicks,
    m.status,
    m.tickLotUnits,
    m.lotUnits,
    m.minSizeLots,
    m.maxSizeLots,
    m.minNotionalUnits,
    m.maxNotionalUnits,
    m.bandPpm,
    m.maxOpenOrders,
    m.feeAccount,
    m.referenceTicks,
    m.lastTicks,
    m.trades,
    m.levelChanges,
    m.reachedLow,
    m.reachedHigh,
  );

const sidesOf = (m: Market) => [m.bids, m.asks, m.above, m.below];

export const snapshotOf = (state: State): Snapshot => ({
  format: FORMAT,
  header: Float64Array.of(
    state.rulesVersion,
    state.position,
    state.batchTimeMs,
    state.clockOffsetMs,
    state.nextOrder,
    state.nextHold,
  ),
  assets: { codes: state.assetCodes.slice(), scales: state.assetScales.slice() },
  fees: { isSet: state.tierIsSet.slice(), maker: state.makerPpm.slice(), taker: state.takerPpm.slice() },
  owners: state.owners.columns(),
  audit: Float64Array.of(state.auditSequence, ...state.auditHash),
  ledger: state.ledger.columns(),
  seats: state.seats.columns(),
  orders: state.orders.columns(),
  protections: state.orders.protectionColumns(),
  levels: state.levels.columns(),
  holds: state.holds.columns(),
  withdrawalUses: state.withdrawalUses.columns(state.timeMs),
  clientReferences: state.clientReferences.columns(),
  outsideReferences: state.outsideReferences.columns(),
  markets: state.markets.map((m) => ({
    row: marketRow(m),
    sides: sidesOf(m).map((side) => Int32Array.from(side.toArray())),
    ...perpetualColumns(state.perpetualById[m.id]),
  })),
  sweeps: Float64Array.from(state.sweeps.flatMap((s) => [s.owner, s.market, s.end, s.upToOrder])),
});

/** Throws RangeError if the format or the rules are unknown, or a column is missing. */
export const restoreState = (snapshot: Snapshot, hashKey: HashKey = PLAIN_KEY): State => {
  if (snapshot.format < FIRST_FORMAT || snapshot.format > FORMAT)
    throw new RangeError(`the snapshot has the unknown format ${snapshot.format}`);
  if (snapshot.header[0] > RULES_VERSION)
    throw new RangeError(
      `the snapshot was taken under rules version ${snapshot.header[0]}, but this release supports versions up to ${RULES_VERSION}`,
    );
  const state = new State(hashKey);
  const [rulesVersion, position, batchTimeMs, clockOffsetMs, nextOrder, nextHold] = snapshot.header;
  state.setRules(rulesVersion);
  Object.assign(state, { position, batchTimeMs, clockOffsetMs, nextOrder, nextHold });
  state.timeMs = batchTimeMs + clockOffsetMs;
  state.assetCodes.set(snapshot.assets.codes);
  state.assetScales.set(snapshot.assets.scales);
  state.tierIsSet.set(snapshot.fees.isSet);
  state.makerPpm.set(snapshot.fees.maker);
  state.takerPpm.set(snapshot.fees.taker);
  state.owners.restore(snapshot.format < 5 ? withoutRestrictions(snapshot.owners) : snapshot.owners);
  const [sequence = 0, ...auditHash] = snapshot.audit ?? [];
  state.auditSequence = sequence;
  state.auditHash.set(auditHash);
  state.ledger.restore(snapshot.ledger);
  state.seats.restore(snapshot.seats);
  state.orders.restore(snapshot.orders);
  if (snapshot.format >= 7) state.orders.restoreProtections(snapshot.protections ?? {});
  state.levels.restore(snapshot.levels);
  state.holds.restore(snapshot.format < 3 ? withoutRecords(snapshot.holds) : snapshot.holds);
  state.withdrawalUses.restore(snapshot.format < 3 ? { rows: new Float64Array() } : (snapshot.withdrawalUses ?? {}));
  state.clientReferences.restore(snapshot.clientReferences);
  state.outsideReferences.restore(snapshot.outsideReferences);
  for (const columns of snapshot.markets) state.addMarket(restoreMarket(state, columns));
  const { sweeps } = snapshot;
  for (let i = 0; i < sweeps.length; i += 4)
    state.sweeps.push({ owner: sweeps[i], market: sweeps[i + 1], end: sweeps[i + 2], upToOrder: sweeps[i + 3] });
  indexOrders(state);
  for (const market of state.markets) {
    state.noteUnfinished(market);
    state.setFiresFrom(market, market.firesFrom);
  }
  return state;
};

const withoutRestrictions = (owners: Columns): Columns => {
  const none = () => new Float64Array(owners.owner.length);
  return { ...owners, tradeUntil: none(), withdrawUntil: none() };
};

const withoutRecords = (holds: Columns): Columns => ({ ...holds, record: new Float64Array(holds.id.length) });

const restoreMarket = (state: State, { row, sides, perpetual }: MarketColumns): Market => {
  const c = new CommandFields();
  [c.market, c.base, c.quote, c.referenceTicks, c.status, c.tickLotUnits, c.lotUnits] = row;
  [c.minSizeLots, c.maxSizeLots, c.minNotionalUnits, c.maxNotionalUnits, c.bandPpm, c.maxOpenOrders] = row.subarray(7);
  const market =
    perpetual === undefined
      ? new Market(c, row[13], spotPayment, state.levels, state.hashing)
      : restorePerpetual(state, c, perpetual);
  [market.referenceTicks, market.lastTicks, market.trades, market.levelChanges] = row.subarray(14);
  // Absent from snapshot formats that predate unfinished markets.
  [market.reachedLow = 0, market.reachedHigh = 0] = row.subarray(18);
  sidesOf(market).forEach((side, i) => {
    side.restore(sides[i]);
  });
  return market;
};

/**
 * Rebuilds what can be derived from the orders' columns: client order ids, the queue of fired orders, and for each
 * market its unfinished taker, its number of orders, and the new protections that are not in the trigger index yet.
 */
const indexOrders = (state: State): void => {
  const { orders } = state;
  orders.forEach((slot) => {
    if (orders.clientOrderId[slot] !== 0) state.clientOrderIds.insert(slot);
    if (orders.place[slot] === FIRED) state.fired.push(orders.firedAtOf(slot), orders.id[slot], (slot / ORDER_ROW) | 0);
    const market = state.marketOf(orders.market[slot]);
    market.openOrders++;
    if (orders.place[slot] === TAKING) market.continuing = slot + 1;
    if (orders.place[slot] === ARMING) market.arming.push(slot);
  });
  for (const { arming } of state.markets) arming.sort((a, b) => orders.id[a] - orders.id[b]);
};
