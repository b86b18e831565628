import type { AssetUnits, PriceTicks, RatePpm, SizeLots, TimeMs } from '@vitrine/money';
import type { BookSide } from './book/book-side.ts';
import type { Market } from './book/market.ts';
import { ARMING, FIRED, RESTING, TAKING, WAITING } from './book/orders.ts';
import type { State } from './state.ts';
import { BUY, hashOfWords, marketStatuses, transferPurposes, unpackAssetCode, wallets } from './vocabulary/codes.ts';
import { orderTraitsOf } from './vocabulary/order-traits.ts';
import type {
  AssetId,
  HoldId,
  MarketId,
  MarketRules,
  MarketStatus,
  OrderId,
  OwnerId,
  SelfTrade,
  Side,
  TimeInForce,
  TransferPurpose,
  Wallet,
} from './vocabulary/terms.ts';

export interface Balance {
  readonly availableUnits: AssetUnits;
  readonly heldUnits: AssetUnits;
}

/** The sums of all accounts of one asset, available and held. */
export interface AssetSum {
  readonly asset: AssetId;
  /** The sum of all accounts. It is zero unless the ledger is broken. */
  readonly allUnits: AssetUnits;
  readonly clientUnits: AssetUnits;
}

/** The amount of one asset that an owner's open orders hold, and the number of those orders. */
export interface HeldByOrders {
  readonly units: AssetUnits;
  readonly count: number;
}

export interface AccountView extends Balance {
  readonly wallet: Wallet;
  readonly asset: AssetId;
}

/** In every field, zero means 'none', as in OrderAccepted. */
export interface OrderView {
  readonly order: OrderId;
  readonly owner: OwnerId;
  readonly market: MarketId;
  readonly side: Side;
  readonly type: 'limit' | 'market';
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  readonly selfTrade: SelfTrade;
  readonly priceTicks: PriceTicks;
  readonly sizeLots: SizeLots;
  readonly openLots: SizeLots;
  readonly budgetUnits: AssetUnits;
  readonly trigger: 'none' | 'stop' | 'take_profit';
  readonly triggerTicks: PriceTicks;
  /** Whether the order may only reduce a position of a perpetual market. */
  readonly reduceOnly?: boolean;
  readonly clientOrderId: number;
  readonly ocoOrder: OrderId;
  /** The attached take-profit and stop-loss. */
  readonly takeProfitTicks: PriceTicks;
  readonly stopLossTicks: PriceTicks;
  readonly heldUnits: AssetUnits;
  readonly acceptedAt: TimeMs;
  /**
   * Resting in the book; waiting for its trigger; triggered and queued; or still taking, because one command was not
   * enough to complete the order.
   */
  readonly place: 'resting' | 'waiting' | 'triggered' | 'taking';
}

export type DepthLevel = [priceTicks: PriceTicks, sizeLots: SizeLots];

export interface MarketView extends MarketRules {
  readonly market: MarketId;
  readonly base: AssetId;
  readonly quote: AssetId;
  readonly status: MarketStatus;
  /**
   * Center of the price band: the reference price if one is set, otherwise the last trade price or, before the first
   * trade, the listing price.
   */
  readonly referenceTicks: PriceTicks;
  /** Whether `referenceTicks` was set as a reference price, so that trades do not move it. */
  readonly isReferenceSet: boolean;
  /** The price that operators set when they listed the market. */
  readonly listedTicks: PriceTicks;
  /** Zero until the first trade. */
  readonly lastTicks: PriceTicks;
  readonly trades: number;
  readonly levelChanges: number;
  readonly lowestTicks: PriceTicks;
  readonly highestTicks: PriceTicks;
}

export interface AssetView {
  readonly asset: AssetId;
  readonly code: string;
  readonly scale: number;
}

export interface FeeTierView {
  readonly tier: number;
  readonly makerPpm: RatePpm;
  readonly takerPpm: RatePpm;
}

export interface HoldView {
  readonly hold: HoldId;
  readonly purpose: TransferPurpose;
  readonly asset: AssetId;
  readonly fromOwner: OwnerId;
  readonly fromWallet: Wallet;
  readonly toOwner: OwnerId;
  readonly toWallet: Wallet;
  readonly units: AssetUnits;
  /** Zero means 'never'. */
  readonly expiresAt: TimeMs;
  /** Number of the business record; 0 for none. */
  readonly record: number;
}

export const balance = (state: State, owner: OwnerId, wallet: Wallet, asset: AssetId): Balance => {
  const slot = state.ledger.find(owner, wallets.indexOf(wallet), asset);
  return {
    availableUnits: state.ledger.availableAt(slot) as AssetUnits,
    heldUnits: (slot < 0 ? 0 : state.ledger.held[slot]) as AssetUnits,
  };
};

export const balances = (state: State, owner: OwnerId): AccountView[] => {
  const { ledger } = state;
  const accounts: AccountView[] = [];
  ledger.forEachAccountOf(owner, (slot) => {
    accounts.push({
      wallet: wallets[ledger.walletOf(slot)],
      asset: ledger.assetOf(slot),
      availableUnits: ledger.available[slot] as AssetUnits,
      heldUnits: ledger.held[slot] as AssetUnits,
    });
  });
  return accounts.sort((a, b) => wallets.indexOf(a.wallet) - wallets.indexOf(b.wallet) || a.asset - b.asset);
};

const PLACES: Readonly<Record<number, OrderView['place']>> = {
  [RESTING]: 'resting',
  [WAITING]: 'waiting',
  [FIRED]: 'triggered',
  [TAKING]: 'taking',
  [ARMING]: 'waiting',
};

const orderAt = (state: State, slot: number): OrderView => {
  const { orders, seats } = state;
  const traits = orderTraitsOf(orders.traits[slot]);
  const place = orders.place[slot];
  return {
    order: orders.id[slot],
    owner: seats.owner[orders.seat[slot]],
    market: orders.market[slot],
    side: traits.side,
    type: traits.type,
    timeInForce: traits.timeInForce,
    postOnly: traits.postOnly,
    selfTrade: traits.selfTrade,
    trigger: traits.trigger,
    ...(traits.reduceOnly === undefined ? {} : { reduceOnly: true }),
    priceTicks: (traits.type === 'market' ? 0 : orders.price[slot]) as PriceTicks,
    sizeLots: orders.size[slot] as SizeLots,
    openLots: orders.open[slot] as SizeLots,
    budgetUnits: orders.budgetOf(slot) as AssetUnits,
    triggerTicks: orders.triggerOf(slot) as PriceTicks,
    clientOrderId: orders.clientOrderId[slot],
    ocoOrder: orders.oco[slot] === 0 ? 0 : orders.id[orders.oco[slot] - 1],
    takeProfitTicks: orders.takeProfitOf(slot) as PriceTicks,
    stopLossTicks: orders.stopLossOf(slot) as PriceTicks,
    heldUnits: orders.held[slot] as AssetUnits,
    acceptedAt: orders.acceptedAt[slot] as TimeMs,
    place: PLACES[place],
  };
};

export const withdrawalUse = (state: State, owner: OwnerId): AssetUnits =>
  state.withdrawalUses.usedUnits(owner, state.timeMs) as AssetUnits;

export const restrictions = ({ owners, timeMs }: State, owner: OwnerId) => {
  const slot = owners.find(owner);
  const inForce = (until: Float64Array) => (slot >= 0 && until[slot] > timeMs ? until[slot] : 0) as TimeMs;
  return { tradeUntil: inForce(owners.tradeUntil), withdrawUntil: inForce(owners.withdrawUntil) };
};

export const auditAnchor = ({ auditSequence, auditHash }: State) =>
  auditSequence === 0 ? undefined : { sequence: auditSequence, hash: hashOfWords(auditHash) };

export const order = (state: State, orderId: OrderId): OrderView | undefined => {
  const slot = state.orders.find(orderId);
  return slot < 0 ? undefined : orderAt(state, slot);
};

/** The open lots of an order; 0 if it has ended or has a budget instead. Cheaper than building its `OrderView`. */
export const openLots = (state: State, orderId: OrderId): SizeLots => {
  const slot = state.orders.find(orderId);
  return (slot < 0 ? 0 : state.orders.open[slot]) as SizeLots;
};

export const orderByClientId = (state: State, owner: OwnerId, clientOrderId: number): OrderView | undefined => {
  if (clientOrderId === 0) return undefined;
  const slot = state.clientOrderIds.find(owner, clientOrderId);
  return slot < 0 ? undefined : orderAt(state, slot);
};

/** The maximum number of items that a view lists at once. */
const MOST_LISTED = 5000;

function* openSlots({ markets, orders, seats }: State, owner: OwnerId, marketId?: MarketId): Generator<number> {
  for (const market of markets) {
    if (marketId !== undefined && market.id !== marketId) continue;
    const seat = seats.find(owner, market.id);
    if (seat < 0) continue;
    for (let slot = orders.firstOf(seat); slot >= 0; slot = orders.after(slot)) yield slot;
  }
}

export function* allOpenOrders(state: State, owner: OwnerId): Generator<OrderView> {
  for (const slot of openSlots(state, owner)) yield orderAt(state, slot);
}

export const openOrders = (state: State, owner: OwnerId, marketId?: MarketId): OrderView[] => {
  const found: OrderView[] = [];
  for (const slot of openSlots(state, owner, marketId)) {
    if (found.length === MOST_LISTED) break;
    found.push(orderAt(state, slot));
  }
  return found;
};

/** Spot orders only: those in perpetual markets hold units of another wallet. */
export const heldByOrders = (state: State, owner: OwnerId, asset: AssetId): HeldByOrders => {
  const { markets, orders, seats } = state;
  let units = 0;
  let count = 0;
  for (const { id, base, quote, payment } of markets) {
    if (!payment.isSpot || (base !== asset && quote !== asset)) continue;
    const seat = seats.find(owner, id);
    for (let slot = seat < 0 ? -1 : orders.firstOf(seat); slot >= 0; slot = orders.after(slot)) {
      if (orders.held[slot] === 0 || ((orders.traits[slot] & 1) === BUY ? quote : base) !== asset) continue;
      units += orders.held[slot];
      count++;
    }
  }
  return { units: units as AssetUnits, count };
};

export const depth = (state: State, marketId: MarketId, levels: number) => {
  const found = state.marketById[marketId];
  if (found === undefined) return { number: 0, bids: [], asks: [] };
  const side = (book: BookSide): DepthLevel[] =>
    book
      .toArray(levels)
      .map((level) => [state.levels.price[level] as PriceTicks, state.levels.total[level] as SizeLots]);
  return { number: found.levelChanges, bids: side(found.bids), asks: side(found.asks) };
};

export const marketView = (market: Market): MarketView => ({
  market: market.id,
  base: market.base,
  quote: market.quote,
  status: marketStatuses[market.status],
  referenceTicks: market.centre as PriceTicks,
  isReferenceSet: market.referenceTicks !== 0,
  listedTicks: market.listedTicks as PriceTicks,
  lastTicks: market.lastTicks as PriceTicks,
  trades: market.trades,
  levelChanges: market.levelChanges,
  lowestTicks: market.lowest() as PriceTicks,
  highestTicks: market.highest() as PriceTicks,
  tickLotUnits: market.tickLotUnits as AssetUnits,
  lotUnits: market.lotUnits as AssetUnits,
  minSizeLots: market.minSizeLots as SizeLots,
  maxSizeLots: market.maxSizeLots as SizeLots,
  minNotionalUnits: market.minNotionalUnits as AssetUnits,
  maxNotionalUnits: market.maxNotionalUnits as AssetUnits,
  bandPpm: market.bandPpm as RatePpm,
  maxOpenOrders: market.maxOpenOrders,
});

export const market = (state: State, id: MarketId): MarketView | undefined => {
  const found = state.marketById[id];
  return found?.payment.isSpot === true ? marketView(found) : undefined;
};

/** The spot markets; perpetual markets are in `perpetuals`. */
export const markets = (state: State): MarketView[] =>
  state.markets.filter(({ payment }) => payment.isSpot).map(marketView);

export const assets = (state: State): AssetView[] => {
  const found: AssetView[] = [];
  for (let asset = 0; asset < state.assetCodes.length; asset++)
    if (state.assetCodes[asset] !== 0)
      found.push({ asset, code: unpackAssetCode(state.assetCodes[asset]), scale: state.assetScales[asset] });
  return found;
};

export const assetSums = (state: State, accounts: number): AssetSum[] | undefined => {
  const sums = state.ledger.sumSome(accounts);
  if (sums === undefined) return undefined;
  const { all, clients } = sums;
  return assets(state).map(({ asset }) => ({
    asset,
    allUnits: all[asset] as AssetUnits,
    clientUnits: clients[asset] as AssetUnits,
  }));
};

const tierView = (state: State, tier: number): FeeTierView => ({
  tier,
  makerPpm: state.makerPpm[tier] as RatePpm,
  takerPpm: state.takerPpm[tier] as RatePpm,
});

export const feeTier = (state: State, owner: OwnerId): FeeTierView => tierView(state, state.owners.tierOf(owner));

export const feeSchedule = (state: State): FeeTierView[] => {
  const tiers: FeeTierView[] = [];
  for (let tier = 0; tier < state.tierIsSet.length; tier++)
    if (state.tierIsSet[tier] === 1) tiers.push(tierView(state, tier));
  return tiers;
};

export function* pendingHolds(state: State): Generator<HoldView> {
  for (const slot of state.holds.slots()) yield holdView(state, slot);
}

/**
 * Pending holds from or to the owner's accounts, in order of id; if there are more than MOST_LISTED, only the newest
 * ones.
 */
export const pendingHoldsOf = (state: State, owner: OwnerId): HoldView[] =>
  state.holds.sortedOf(owner, MOST_LISTED).map((slot) => holdView(state, slot));

const holdView = ({ holds, ledger }: State, slot: number): HoldView => ({
  hold: holds.id[slot],
  purpose: transferPurposes[holds.purpose[slot]],
  asset: ledger.assetOf(holds.account[slot]),
  fromOwner: ledger.ownerOf(holds.account[slot]),
  fromWallet: wallets[ledger.walletOf(holds.account[slot])],
  toOwner: holds.toOwner[slot],
  toWallet: wallets[holds.toWallet[slot]],
  units: holds.units[slot] as AssetUnits,
  expiresAt: holds.expiresAt[slot] as TimeMs,
  record: holds.record[slot],
});
