import {
  type Command,
  type Core,
  FIRST_CLIENT_OWNER,
  type MarketId,
  type OwnerId,
  type PerpetualTerms,
  type PerpetualView,
  type PlaceOrder,
  type PositionSide,
  type PositionView,
  type Reference,
  RULES_VERSION,
  systemOwners,
  type Transfer,
} from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';
import type { Random } from '../world/random.ts';

export const USDT = 1;
const COINS = [2, 3] as const;
const MARKETS: readonly MarketId[] = [1, 2];
export const FIRST_TICKS = [20_000, 1_000] as const;
const CLIENTS = 10;
export const traderOwners: readonly OwnerId[] = Array.from({ length: CLIENTS }, (_, n) => FIRST_CLIENT_OWNER + n);
const LEVERAGES = [3, 5, 10, 15, 20] as const;
const sides = ['long', 'short'] as const;

/** Terms under which a position of a few lots is in tier 0, and a position of many lots in a higher tier. */
const terms: PerpetualTerms = {
  maxLeverage: 20,
  maintenancePpm: ratePpm(10_000),
  riskLimitUnits: assetUnits(200_000),
  riskStepUnits: assetUnits(100_000),
  riskStepPpm: ratePpm(10_000),
  liquidationFeePpm: ratePpm(5_000),
  maxPositionLots: sizeLots(150),
  maxOpenInterestLots: sizeLots(250),
};

const depositTo = (owner: OwnerId, units: number): Transfer => ({
  kind: 'Transfer',
  by: systemOwners.custody,
  purpose: 'deposit',
  legs: [
    { owner: systemOwners.custody, wallet: 'spot', asset: USDT, units: assetUnits(-units) },
    { owner, wallet: 'future', asset: USDT, units: assetUnits(units) },
  ],
});

/** The commands that give a minimum term to a market that nobody has used. */
const withTerm = (market: MarketId): readonly Command[] => [
  { kind: 'SetMarketStatus', market, status: 'halted' },
  { kind: 'SetMinimumTerm', market, days: 1 },
  { kind: 'SetMarketStatus', market, status: 'open' },
];

/** Two perpetual markets: the first follows the index feed, the mark price of the second jumps. */
export const foundation = (random: Random): readonly Command[] => [
  { kind: 'ActivateRules', version: RULES_VERSION },
  { kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 },
  { kind: 'RegisterAsset', asset: COINS[0], code: 'BTC', scale: 8 },
  { kind: 'RegisterAsset', asset: COINS[1], code: 'DOGE', scale: 4 },
  ...MARKETS.map(
    (market, index): Command => ({
      kind: 'ListPerpetual',
      market,
      base: COINS[index],
      quote: USDT,
      markTicks: priceTicks(FIRST_TICKS[index]),
      status: 'open',
      tickLotUnits: assetUnits(index === 0 ? 1 : 7),
      lotUnits: assetUnits(1_000),
      minSizeLots: sizeLots(1),
      maxSizeLots: sizeLots(1_000),
      minNotionalUnits: assetUnits(100),
      maxNotionalUnits: assetUnits(100_000_000),
      bandPpm: ratePpm(index === 0 ? 300_000 : 600_000),
      maxOpenOrders: 20,
      ...terms,
    }),
  ),
  ...(random.chance(20) ? withTerm(MARKETS[1] ?? 0) : []),
  { kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(200), takerPpm: ratePpm(500) },
  ...traderOwners.map((owner) => depositTo(owner, random.integer(20_000, 400_000))),
  depositTo(systemOwners.insurance, random.integer(1, 40_000)),
];

/** A position and its owner. */
interface Holding extends PositionView {
  readonly owner: OwnerId;
}

/** Random clients and operators of two perpetual markets. */
export class Traders {
  readonly #random: Random;
  #key = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  next(core: Core): Command {
    const random = this.#random;
    const roll = random.integer(0, 99);
    if (roll < 26) return this.#open(core);
    if (roll < 46) return this.#offer(core);
    if (roll < 56) return this.#close(core);
    if (roll < 65) return this.#protect(core);
    if (roll < 72) return this.#margin(core);
    if (roll < 76) return this.#leverage();
    if (roll < 79) return this.#cancel(core);
    if (roll < 82) return this.#amend(core);
    if (roll < 86) return this.#transfer(core);
    if (roll < 89) return { ...depositTo(this.#owner(), random.integer(1, 100_000)), reference: this.#reference() };
    if (roll < 93) return this.#funding();
    if (roll < 94) return this.#operator(core);
    if (roll < 95) return this.#wrong();
    return { kind: 'Tick' };
  }

  /** Takes at least half of the fund's money, so that positions are deleveraged. Undefined if the fund is empty. */
  drain(core: Core): Command | undefined {
    const has = core.balance(systemOwners.insurance, 'future', USDT).availableUnits;
    if (has < 1) return undefined;
    const units = this.#random.integer(Math.ceil(has / 2), has);
    return {
      kind: 'Transfer',
      by: systemOwners.treasury,
      purpose: 'correction',
      legs: [
        { owner: systemOwners.insurance, wallet: 'future', asset: USDT, units: assetUnits(-units) },
        { owner: systemOwners.treasury, wallet: 'spot', asset: USDT, units: assetUnits(units) },
      ],
    };
  }

  /**
   * While a market is halted, its terms become so strict that every position is due for liquidation, and its mark price
   * jumps: the one case in which a liquidation may find no counterparty ([V8]). The last command restores the terms.
   */
  outage({ market, markTicks }: PerpetualView): readonly Command[] {
    const strict = {
      riskLimitUnits: assetUnits(1_000),
      riskStepUnits: assetUnits(1_000),
      riskStepPpm: ratePpm(50_000),
    };
    const random = this.#random;
    const percent = random.chance(80) ? random.integer(110, 140) : random.integer(60, 95);
    const jumped = priceTicks(Math.max(1, Math.round((markTicks * percent) / 100)));
    return [
      { kind: 'SetMarketStatus', market, status: 'halted' },
      { kind: 'ChangePerpetualTerms', market, ...terms, ...strict },
      { kind: 'SetMarkPrice', market, markTicks: jumped },
      { kind: 'SetMarketStatus', market, status: 'open' },
      { kind: 'Tick' },
      { kind: 'ChangePerpetualTerms', market, ...terms },
    ];
  }

  fill(): Command {
    return depositTo(systemOwners.insurance, this.#random.integer(1, 400_000));
  }

  #owner(): OwnerId {
    return this.#random.pick(traderOwners);
  }

  #reference(): Reference {
    this.#key += 1;
    return { source: 'client', words: [this.#key, this.#random.word(), this.#random.word(), this.#random.word()] };
  }

  #market(core: Core): PerpetualView {
    const market = core.perpetual(this.#random.pick(MARKETS));
    if (market === undefined) throw new Error('the markets are not listed yet');
    return market;
  }

  #near({ markTicks }: PerpetualView, permille: number) {
    return priceTicks(
      Math.max(1, Math.round((markTicks * (1_000 + this.#random.integer(-permille, permille))) / 1_000)),
    );
  }

  /** A random part of the lots that the client's available balance allows at the client's leverage. */
  #lots(core: Core, owner: OwnerId, { market, markTicks, tickLotUnits }: PerpetualView, position: PositionSide) {
    const random = this.#random;
    const { availableUnits } = core.balance(owner, 'future', USDT);
    const leverage = core.leverages(owner, market)?.[position] ?? 10;
    const affordable = (availableUnits * leverage) / (markTicks * tickLotUnits);
    return sizeLots(Math.max(1, Math.min(120, Math.floor((affordable * random.integer(1, 70)) / 100))));
  }

  /** Opens a long or short with a market order or with a limit near the mark price, sometimes with a trigger. */
  #open(core: Core): Command {
    const random = this.#random;
    const market = this.#market(core);
    const owner = this.#owner();
    const position = random.pick(sides);
    const isLimit = random.chance(60);
    return {
      kind: 'PlaceOrder',
      owner,
      market: market.market,
      side: position === 'long' ? 'buy' : 'sell',
      type: isLimit ? 'limit' : 'market',
      timeInForce: isLimit && random.chance(70) ? 'gtc' : 'ioc',
      sizeLots: this.#lots(core, owner, market, position),
      ...(isLimit || random.chance(20) ? { priceTicks: this.#near(market, 30) } : {}),
      ...(isLimit && random.chance(8) ? { postOnly: true, timeInForce: 'gtc' } : {}),
      ...(random.chance(10)
        ? { trigger: { kind: random.pick(['stop', 'take_profit'] as const), ticks: this.#near(market, 60) } }
        : {}),
      ...(random.chance(30) ? this.#attached(market, position) : {}),
      selfTrade: random.pick(['cancel_newest', 'cancel_oldest', 'cancel_both'] as const),
      reference: this.#reference(),
    };
  }

  /** A take-profit, a stop-loss or both; sometimes on the wrong side. */
  #attached({ markTicks }: PerpetualView, position: PositionSide): Partial<PlaceOrder> {
    const random = this.#random;
    const at = (isAbove: boolean) => {
      const permille = random.integer(-5, 120) * (isAbove ? 1 : -1);
      return priceTicks(Math.max(1, Math.round((markTicks * (1_000 + permille)) / 1_000)));
    };
    const isLong = position === 'long';
    return {
      ...(random.chance(75) ? { takeProfitTicks: at(isLong) } : {}),
      ...(random.chance(75) ? { stopLossTicks: at(!isLong) } : {}),
    };
  }

  /** The house places orders on both sides of the mark price, sometimes of small sizes. */
  #offer(core: Core): Command {
    const random = this.#random;
    const market = this.#market(core);
    if (random.chance(6)) return { kind: 'CancelAllOrders', owner: systemOwners.house, market: market.market };
    const side = random.pick(['buy', 'sell'] as const);
    const away = Math.floor((market.markTicks * random.integer(0, 25)) / 1_000);
    return {
      kind: 'PlaceOrder',
      owner: systemOwners.house,
      market: market.market,
      side,
      type: 'limit',
      timeInForce: 'gtc',
      priceTicks: priceTicks(Math.max(1, market.markTicks + (side === 'buy' ? -away : away))),
      sizeLots: sizeLots(random.integer(1, 25)),
      // A reduce-only order closes part of a position that the house already has.
      ...(random.chance(25) ? { reduceOnly: true } : {}),
    };
  }

  #holdings(core: Core): readonly Holding[] {
    return traderOwners.flatMap((owner) => core.positions(owner).map((view) => ({ ...view, owner })));
  }

  #holding(core: Core): Holding | undefined {
    const all = this.#holdings(core);
    return all.length === 0 ? undefined : this.#random.pick(all);
  }

  #close(core: Core): Command {
    const random = this.#random;
    const holding = this.#holding(core);
    if (holding === undefined) return this.#open(core);
    if (random.chance(12)) return this.#closeByOperator(holding);
    const leftMs = holding.termEndsMs - core.timeMs;
    // Minimum terms end within a storm only if the clock is advanced: to the end of this one, or part of the way.
    if (leftMs > 0 && random.chance(20))
      return { kind: 'AdvanceClock', byMs: random.chance(50) ? leftMs : random.integer(1, leftMs) };
    const market = core.perpetual(holding.market);
    const isLimit = market !== undefined && random.chance(40);
    const lots = random.chance(40) ? holding.sizeLots : random.integer(1, holding.sizeLots + 2);
    return {
      kind: 'PlaceOrder',
      ...closing(holding),
      type: isLimit ? 'limit' : 'market',
      timeInForce: isLimit && random.chance(70) ? 'gtc' : 'ioc',
      sizeLots: sizeLots(lots),
      ...(isLimit ? { priceTicks: this.#near(market, 30) } : {}),
      reference: this.#reference(),
    };
  }

  /** Operators close a position, whether or not its owner may. */
  #closeByOperator({ owner, market, position }: Holding): Command {
    const distancePpm = ratePpm(this.#random.integer(0, this.#random.chance(80) ? 30_000 : 1_000_000));
    return { kind: 'ClosePosition', owner, market, position, distancePpm, reference: this.#reference() };
  }

  /** A take-profit or a stop-loss on a position. */
  #protect(core: Core): Command {
    const random = this.#random;
    const holding = this.#holding(core);
    const market = holding && core.perpetual(holding.market);
    if (holding === undefined || market === undefined) return this.#open(core);
    const kind = random.pick(['stop', 'take_profit'] as const);
    const isAbove = (holding.position === 'long') === (kind === 'take_profit');
    const mark = market.markTicks;
    const away = Math.max(1, Math.floor((mark * random.integer(1, 80)) / 1_000));
    const ticks = priceTicks(Math.max(1, isAbove ? mark + away : mark - away));
    const isLimit = random.chance(30);
    return {
      kind: 'PlaceOrder',
      ...closing(holding),
      type: isLimit ? 'limit' : 'market',
      timeInForce: isLimit ? 'gtc' : 'ioc',
      sizeLots: holding.sizeLots,
      ...(isLimit ? { priceTicks: ticks } : {}),
      trigger: { kind, ticks },
      reference: this.#reference(),
    };
  }

  /** Adds or removes margin; often exactly the amount that may still be removed, or one unit more. */
  #margin(core: Core): Command {
    const random = this.#random;
    const holding = this.#holding(core);
    if (holding === undefined) return this.#leverage();
    const { owner, market, position, marginUnits, removableUnits } = holding;
    const change = random.pick(['add', 'remove'] as const);
    const exact = Math.max(1, removableUnits + random.integer(0, 1));
    const units = change === 'remove' && random.chance(70) ? exact : random.integer(1, Math.max(2, marginUnits));
    return {
      kind: 'ChangeMargin',
      owner,
      market,
      position,
      change,
      units: assetUnits(units),
      reference: this.#reference(),
    };
  }

  #leverage(): Command {
    const random = this.#random;
    return {
      kind: 'SetLeverage',
      owner: this.#owner(),
      market: random.pick(MARKETS),
      position: random.pick(sides),
      leverage: random.pick(LEVERAGES),
    };
  }

  #cancel(core: Core): Command {
    const random = this.#random;
    const owner = random.chance(80) ? this.#owner() : systemOwners.house;
    if (random.chance(10)) return { kind: 'CancelAllOrders', owner, market: random.pick(MARKETS) };
    const orders = core.openOrders(owner);
    const order = orders.length === 0 ? random.integer(1, 500) : random.pick(orders).order;
    return { kind: 'CancelOrder', owner, order, reference: this.#reference() };
  }

  #amend(core: Core): Command {
    const random = this.#random;
    const owner = random.chance(80) ? this.#owner() : systemOwners.house;
    const orders = core.openOrders(owner);
    if (orders.length === 0) return this.#cancel(core);
    const { order, openLots, market, trigger, priceTicks: price } = random.pick(orders);
    const near = this.#near(core.perpetual(market) ?? this.#market(core), 60);
    return {
      kind: 'AmendOrder',
      owner,
      order,
      ...(random.chance(60) ? { openLots: sizeLots(random.integer(1, 2 * openLots + 1)) } : {}),
      ...(price > 0 && random.chance(60) ? { priceTicks: near } : {}),
      ...(trigger !== 'none' && random.chance(60) ? { triggerTicks: near } : {}),
      reference: this.#reference(),
    };
  }

  #transfer(core: Core): Command {
    const random = this.#random;
    const owner = this.#owner();
    const isOut = random.chance(60);
    const [from, to] = isOut ? (['future', 'spot'] as const) : (['spot', 'future'] as const);
    const { availableUnits } = core.balance(owner, from, USDT);
    const units = random.integer(1, Math.max(1, random.chance(90) ? availableUnits : 2 * availableUnits));
    return {
      kind: 'Transfer',
      by: owner,
      purpose: 'between_wallets',
      legs: [
        { owner, wallet: from, asset: USDT, units: assetUnits(-units) },
        { owner, wallet: to, asset: USDT, units: assetUnits(units) },
      ],
      reference: this.#reference(),
    };
  }

  #funding(): Command {
    const random = this.#random;
    return {
      kind: 'SettleFunding',
      market: random.pick(MARKETS),
      payer: random.pick(sides),
      ratePpm: ratePpm(random.integer(1, random.chance(70) ? 5_000 : 100_000)),
    };
  }

  #operator(core: Core): Command {
    const random = this.#random;
    const market = random.pick(MARKETS);
    switch (random.integer(0, 5)) {
      case 0:
        return { kind: 'SetMarketStatus', market, status: 'halted' };
      case 1:
        return { kind: 'SetMarketStatus', market, status: 'cancel_only' };
      case 2:
        return { kind: random.chance(50) ? 'FreezeOwner' : 'UnfreezeOwner', owner: this.#owner() };
      case 3: {
        const until = timeMs(core.timeMs + random.integer(1, 30_000));
        return { kind: 'SetRestrictions', owner: this.#owner(), tradeUntil: until, withdrawUntil: timeMs(0) };
      }
      default:
        return {
          kind: 'ChangePerpetualTerms',
          market,
          ...terms,
          maintenancePpm: ratePpm(random.pick([5_000, 10_000, 20_000, 25_000])),
          riskLimitUnits: assetUnits(random.pick([20_000, 100_000, 300_000, 600_000])),
          riskStepPpm: ratePpm(random.pick([0, 5_000, 20_000, 200_000])),
          liquidationFeePpm: ratePpm(random.pick([0, 5_000, 20_000])),
        };
    }
  }

  #wrong(): Command {
    const random = this.#random;
    const owner = this.#owner();
    const market = random.pick([1, 2, 9]);
    switch (random.integer(0, 3)) {
      case 0:
        return { kind: 'SetLeverage', owner, market, position: 'long', leverage: random.pick([0, 21, 100]) };
      case 1:
        return { kind: 'ChangeMargin', owner, market, position: 'short', change: 'remove', units: assetUnits(1) };
      case 2:
        return { kind: 'SetMarkPrice', market: 9, markTicks: priceTicks(5) };
      default:
        return { kind: 'SettleFunding', market, payer: 'long', ratePpm: ratePpm(random.pick([0, 100_001])) };
    }
  }
}

const closing = ({ owner, market, position }: Holding) =>
  ({ owner, market, side: position === 'long' ? 'sell' : 'buy', reduceOnly: true }) as const;
