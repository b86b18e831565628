import {
  type Command,
  FIRST_CLIENT_OWNER,
  type MarketId,
  type OwnerId,
  type Reference,
  systemOwners,
  type TransferPurpose,
} from '@vitrine/core';
import { assetUnits, priceTicks, ratePpm, sizeLots, timeMs } from '@vitrine/money';
import type { Random } from './random.ts';

const USDT = 1;
const coins = [2, 3] as const;
const CLIENTS = 12;
const START_TICKS = 10_000;

/** The assets, markets and fees that every world begins with. */
export const foundation: readonly Command[] = [
  { kind: 'RegisterAsset', asset: USDT, code: 'USDT', scale: 6 },
  { kind: 'RegisterAsset', asset: coins[0], code: 'BTC', scale: 8 },
  { kind: 'RegisterAsset', asset: coins[1], code: 'DOGE', scale: 4 },
  ...coins.map(
    (base, index): Command => ({
      kind: 'ListMarket',
      market: index + 1,
      base,
      quote: USDT,
      referenceTicks: priceTicks(START_TICKS),
      status: 'open',
      tickLotUnits: assetUnits(index === 0 ? 1 : 10),
      lotUnits: assetUnits(index === 0 ? 1_000 : 10_000),
      minSizeLots: sizeLots(1),
      maxSizeLots: sizeLots(100_000),
      minNotionalUnits: assetUnits(1_000),
      maxNotionalUnits: assetUnits(1_000_000_000_000),
      bandPpm: ratePpm(200_000),
      maxOpenOrders: 20,
    }),
  ),
  { kind: 'SetFeeSchedule', tier: 0, makerPpm: ratePpm(800), takerPpm: ratePpm(1_000) },
  { kind: 'SetFeeSchedule', tier: 1, makerPpm: ratePpm(200), takerPpm: ratePpm(500) },
];

export const owners: readonly OwnerId[] = Array.from({ length: CLIENTS }, (_, index) => FIRST_CLIENT_OWNER + index);
export const assets = [USDT, ...coins] as const;

/**
 * The maximum that a client may withdraw within 24 hours. A withdrawal counts by its units, regardless of its asset.
 */
export const WITHDRAWAL_LIMIT_UNITS = assetUnits(1_200_000_000);

export interface PendingHold {
  readonly hold: number;
  readonly owner: OwnerId;
  readonly asset: number;
  readonly units: number;
  readonly purpose: TransferPurpose;
  readonly record: number;
}

/** The information on which the people of a world base their next command. */
export interface Surroundings {
  readonly timeMs: number;
  openOrders(owner: OwnerId): readonly { readonly order: number; readonly market: MarketId }[];
  lastTicks(market: MarketId): number;
  pendingHolds(): readonly PendingHold[];
}

/** People who deposit, trade, cancel orders, are frozen and make mistakes. */
export class Population {
  readonly #random: Random;
  #key = 0;
  #record = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** The next command, with a reference if a client would send an Idempotency-Key for it. */
  next(around: Surroundings): Command {
    const random = this.#random;
    const owner = random.pick(owners);
    const roll = random.integer(0, 99);
    if (roll < 8) return this.#deposit(owner);
    if (roll < 12) return this.#unconfirmedDeposit(owner);
    if (roll < 56) return this.#order(owner, around);
    if (roll < 62) return this.#convert(owner, around);
    if (roll < 66) return this.#oco(owner, around);
    if (roll < 80) return this.#cancel(owner, around);
    if (roll < 86) return this.#amend(owner, around);
    if (roll < 88) return { kind: 'CancelAllOrders', owner };
    if (roll < 91) return this.#withdrawal(owner, around);
    if (roll < 92) return this.#convertHold(owner, around);
    if (roll < 95) return this.#settleHold(around);
    if (roll < 96) return { kind: random.chance(40) ? 'FreezeOwner' : 'UnfreezeOwner', owner };
    if (roll < 97) return { kind: 'SetFeeTier', owner, tier: random.integer(0, 1) };
    if (roll < 98) return this.#marketChange(around);
    return { kind: 'Tick' };
  }

  #reference(source: Reference['source']): Reference {
    this.#key += 1;
    return { source, words: [this.#key, this.#random.word(), this.#random.word(), this.#random.word()] };
  }

  #deposit(owner: OwnerId): Command {
    const asset = this.#random.pick(assets);
    const units = assetUnits(this.#random.integer(1, 2_000_000_000));
    return {
      kind: 'Transfer',
      by: systemOwners.custody,
      purpose: 'deposit',
      legs: [
        { owner: systemOwners.custody, wallet: 'spot', asset, units: assetUnits(-units) },
        { owner, wallet: 'spot', asset, units },
      ],
      reference: this.#reference('outside'),
    };
  }

  /** A deposit that was seen on a chain but is not final: it is posted later or, after a reorg, voided. */
  #unconfirmedDeposit(owner: OwnerId): Command {
    return {
      kind: 'HoldUnits',
      by: systemOwners.custodyErc20,
      purpose: 'deposit',
      from: { owner: systemOwners.custodyErc20, wallet: 'spot' },
      to: { owner, wallet: 'spot' },
      asset: this.#random.pick(assets),
      units: assetUnits(this.#random.integer(1, 2_000_000_000)),
      record: ++this.#record,
      reference: this.#reference('outside'),
    };
  }

  /** A conversion, usually of available units, sometimes of the units in the hold of a limit conversion. */
  #convert(owner: OwnerId, around: Surroundings): Command {
    const random = this.#random;
    const waiting = around.pendingHolds().filter(({ purpose }) => purpose === 'convert');
    const hold = waiting.length > 0 && random.chance(30) ? random.pick(waiting) : undefined;
    const from = hold?.asset ?? random.pick(assets);
    const most = hold?.units ?? (from === USDT ? 400_000_000 : 20_000_000);
    return {
      kind: 'Convert',
      owner: hold !== undefined && random.chance(95) ? hold.owner : owner,
      from,
      to: random.pick(assets.filter((asset) => asset !== from)),
      units: assetUnits(random.integer(1, most)),
      minUnits: assetUnits(random.chance(80) ? 0 : random.integer(1, 50_000_000)),
      ...(hold === undefined ? {} : { hold: hold.hold }),
      record: ++this.#record,
      reference: this.#reference('client'),
    };
  }

  #convertHold(owner: OwnerId, around: Surroundings): Command {
    const random = this.#random;
    return {
      kind: 'HoldUnits',
      by: owner,
      purpose: 'convert',
      from: { owner, wallet: 'spot' },
      to: { owner, wallet: 'spot' },
      asset: random.pick(assets),
      units: assetUnits(random.integer(1, 100_000_000)),
      ...(random.chance(40) ? { expiresAt: timeMs(around.timeMs + random.integer(1, 60_000)) } : {}),
      record: ++this.#record,
      reference: this.#reference('client'),
    };
  }

  #ticks(market: MarketId, around: Surroundings): number {
    return Math.max(1, around.lastTicks(market) + this.#random.integer(-400, 400));
  }

  #order(owner: OwnerId, around: Surroundings): Command {
    const random = this.#random;
    const market = random.integer(1, coins.length);
    const type = random.chance(25) ? 'market' : 'limit';
    const side = random.chance(50) ? 'buy' : 'sell';
    const byBudget = type === 'market' && side === 'buy' && random.chance(50);
    const triggered = random.chance(15);
    return {
      kind: 'PlaceOrder',
      owner,
      market,
      side,
      type,
      timeInForce: type === 'market' ? 'ioc' : random.pick(['gtc', 'gtc', 'gtc', 'ioc', 'fok'] as const),
      postOnly: type === 'limit' && random.chance(10),
      selfTrade: random.pick(['cancel_newest', 'cancel_oldest', 'cancel_both'] as const),
      ...(type === 'limit' ? { priceTicks: priceTicks(this.#ticks(market, around)) } : {}),
      ...(byBudget
        ? { budgetUnits: assetUnits(random.integer(1, 500_000_000)) }
        : { sizeLots: sizeLots(random.integer(random.chance(3) ? 0 : 1, 5_000)) }),
      ...(triggered
        ? {
            trigger: {
              kind: random.pick(['stop', 'take_profit'] as const),
              ticks: priceTicks(this.#ticks(market, around)),
            },
          }
        : {}),
      ...(random.chance(side === 'buy' ? 20 : 1)
        ? {
            takeProfitTicks: priceTicks(this.#ticks(market, around)),
            stopLossTicks: priceTicks(this.#ticks(market, around)),
          }
        : {}),
      ...(random.chance(10) ? { clientOrderId: random.integer(1, 50) } : {}),
      reference: this.#reference('client'),
    };
  }

  #oco(owner: OwnerId, around: Surroundings): Command {
    const random = this.#random;
    const market = random.integer(1, coins.length);
    const side = random.pick(['buy', 'sell'] as const);
    const away = random.integer(5, 300);
    const last = around.lastTicks(market);
    const towards = side === 'buy' ? -away : away;
    return {
      kind: 'PlaceOco',
      owner,
      market,
      side,
      sizeLots: sizeLots(random.integer(1, 3_000)),
      priceTicks: priceTicks(Math.max(1, last + towards)),
      stopTriggerTicks: priceTicks(Math.max(1, last - towards)),
      ...(random.chance(50) ? { stopPriceTicks: priceTicks(Math.max(1, last - 2 * towards)) } : {}),
      reference: this.#reference('client'),
    };
  }

  /**
   * Usually the id of one of the owner's orders, sometimes of somebody else's order, or of an order that never existed.
   */
  #someOrder(owner: OwnerId, around: Surroundings): number {
    const random = this.#random;
    const orders = around.openOrders(random.chance(90) ? owner : random.pick(owners));
    return orders.length === 0 ? random.integer(1, 5_000) : random.pick(orders).order;
  }

  #cancel(owner: OwnerId, around: Surroundings): Command {
    return { kind: 'CancelOrder', owner, order: this.#someOrder(owner, around), reference: this.#reference('client') };
  }

  #amend(owner: OwnerId, around: Surroundings): Command {
    const random = this.#random;
    const order = this.#someOrder(owner, around);
    const market = around.openOrders(owner).find((open) => open.order === order)?.market ?? 1;
    const change = random.integer(0, 2);
    return {
      kind: 'AmendOrder',
      owner,
      order,
      ...(change > 0 ? { priceTicks: priceTicks(this.#ticks(market, around)) } : {}),
      ...(change < 2 ? { openLots: sizeLots(random.integer(1, 4_000)) } : {}),
      reference: this.#reference('client'),
    };
  }

  #withdrawal(owner: OwnerId, around: Surroundings): Command {
    const random = this.#random;
    const units = assetUnits(random.integer(1, 1_000_000_000));
    return {
      kind: 'HoldUnits',
      by: owner,
      purpose: 'withdrawal',
      from: { owner, wallet: 'spot' },
      to: { owner: systemOwners.custody, wallet: 'spot' },
      asset: random.pick(assets),
      units,
      ...(random.chance(40) ? { expiresAt: timeMs(around.timeMs + random.integer(1, 60_000)) } : {}),
      record: ++this.#record,
      use: { valueUnits: units, limitUnits: WITHDRAWAL_LIMIT_UNITS },
      reference: this.#reference('client'),
    };
  }

  #settleHold(around: Surroundings): Command {
    const random = this.#random;
    const pending = around.pendingHolds();
    const hold = pending.length === 0 ? random.integer(1, 500) : random.pick(pending).hold;
    const reference = this.#reference('outside');
    if (random.chance(40)) return { kind: 'VoidHold', hold, reference };
    return random.chance(50)
      ? { kind: 'PostHold', hold, reference }
      : { kind: 'PostHold', hold, units: assetUnits(random.integer(1, 100_000_000)), reference };
  }

  #marketChange(around: Surroundings): Command {
    const random = this.#random;
    const market = random.integer(1, coins.length);
    if (random.chance(50))
      return { kind: 'SetReferencePrice', market, referenceTicks: priceTicks(around.lastTicks(market)) };
    return {
      kind: 'SetMarketStatus',
      market,
      status: random.pick(['open', 'open', 'open', 'cancel_only', 'halted'] as const),
    };
  }
}
