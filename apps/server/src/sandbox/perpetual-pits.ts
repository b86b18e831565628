import { type Command, type Core, type OwnerId, type PlaceOrder, systemOwners, type Transfer } from '@vitrine/core';
import type { AssetUnits } from '@vitrine/money';
import type { Quoting } from './house-maker.ts';
import type { LivePrices } from './live-prices.ts';
import { PerpetualMaker } from './perpetual-maker.ts';
import type { SandboxPerpetual } from './perpetuals.ts';
import { Random } from './random.ts';
import { Takers } from './takers.ts';

/**
 * Simulated traders of perpetual markets, with the leverage of each. Those with the highest leverage are occasionally
 * liquidated.
 */
const traders: readonly (readonly [owner: OwnerId, leverage: number])[] = [
  [911, 3],
  [912, 5],
  [913, 10],
  [914, 20],
  [915, 50],
  [916, 100],
];
/** The probability that a trader who can close a position with an order does so. */
const CLOSES = 0.6;
/** A trader's largest position, as a fraction of the largest position that the market allows. */
const LARGEST = 0.2;
/**
 * The standard deviation of a perpetual's price from its index, as a fraction of the index, and the time in which a
 * deviation mostly reverts.
 */
const BASIS = 0.0004;
const BASIS_SECONDS = 3_600;
const BEATS = 2;

/**
 * The balances to which the accounts are refilled, in whole USDT: the house quotes all markets, and each trader trades
 * in all of them.
 */
const HOUSE_USDT = 10_000_000;
const TRADER_USDT = 250_000;
const LOW = 0.4;

interface Pit {
  readonly perpetual: SandboxPerpetual;
  /** The index of the coin's spot market in the live prices. */
  readonly index: number;
  readonly maker: PerpetualMaker;
  readonly takers: Takers;
  readonly random: Random;
  basis: number;
}

/** Makes the simulated traders of the perpetual markets act, one beat at a time. */
export class PerpetualPits {
  readonly #pits: readonly Pit[];
  readonly #prices: LivePrices;

  constructor(perpetuals: readonly SandboxPerpetual[], prices: LivePrices, seed: number) {
    this.#prices = prices;
    this.#pits = perpetuals.map((perpetual, index): Pit => {
      const random = new Random(seed, `${perpetual.spot.coin.code} perpetual`);
      return {
        perpetual,
        index,
        maker: new PerpetualMaker(perpetual, prices.ticks(index)),
        takers: new Takers({ ...perpetual.spot, market: perpetual.market }, random),
        random,
        basis: BASIS * random.normal(),
      };
    });
  }

  forget(): void {
    for (const { maker } of this.#pits) maker.forget();
  }

  /** The commands that set the traders' leverages, unless they are already set. */
  leverages(core: Pick<Core, 'leverages' | 'perpetual'>): Command[] {
    return this.#pits.flatMap(({ perpetual: { market } }) =>
      traders.flatMap(([owner, wanted]) => {
        const leverage = Math.min(wanted, core.perpetual(market)?.maxLeverage ?? wanted);
        const set = core.leverages(owner, market);
        return (['long', 'short'] as const)
          .filter((position) => set?.[position] !== leverage)
          .map((position): Command => ({ kind: 'SetLeverage', owner, market, position, leverage }));
      }),
    );
  }

  /** Transfers from the treasury that refill the house and the traders. */
  funding(core: Pick<Core, 'balance'>): Transfer[] {
    const [first] = this.#pits;
    if (first === undefined) return [];
    const { quoteUnit, listing } = first.perpetual.spot;
    const accounts = [
      [systemOwners.house, HOUSE_USDT],
      ...traders.map(([owner]) => [owner, TRADER_USDT] as const),
    ] as const;
    return accounts.flatMap(([owner, usdt]) => {
      const { availableUnits } = core.balance(owner, 'future', listing.quote);
      const units = Math.round(usdt * quoteUnit);
      return availableUnits >= units * LOW ? [] : [refill(owner, listing.quote, units - availableUnits)];
    });
  }

  /** The house's quotes that move in this beat, and the traders' orders. */
  beat(core: Core, beats: number, seconds: number): { readonly quotings: Quoting[]; readonly orders: Command[] } {
    const open = this.#pits.filter(({ perpetual }) => core.perpetual(perpetual.market)?.status === 'open');
    for (const pit of open) this.#moveBasis(pit, seconds);
    const due = open.filter(({ index }) => beats % BEATS === index % BEATS);
    return {
      quotings: due.flatMap((pit) => pit.maker.requote(core, this.#ticks(pit))),
      orders: beats === 0 ? [] : open.flatMap((pit) => this.#take(core, pit, seconds)),
    };
  }

  #ticks({ index, basis }: Pit): number {
    return Math.max(1, this.#prices.ticks(index) * (1 + basis));
  }

  #moveBasis(pit: Pit, seconds: number): void {
    const share = seconds / BASIS_SECONDS;
    pit.basis += BASIS * Math.sqrt(2 * share) * pit.random.normal() - pit.basis * share;
  }

  #take(core: Core, pit: Pit, seconds: number): PlaceOrder[] {
    const { index, takers, perpetual, random } = pit;
    const activity = this.#prices.activity(index);
    const orders = takers.next(seconds, this.#ticks(pit), activity, this.#prices.turnoverPerSecond(index));
    return orders.flatMap((order) => {
      const [owner] = traders[Math.floor(random.uniform() * traders.length)] as (typeof traders)[number];
      return closingOrOpening(core, { ...order, owner }, perpetual, random.uniform() < CLOSES);
    });
  }
}

/**
 * If `closes` is set and the trader has a position on the other side, the order becomes reduce-only. Otherwise, it is
 * dropped if it would exceed the trader's position limit.
 */
function closingOrOpening(core: Core, order: PlaceOrder, perpetual: SandboxPerpetual, closes: boolean): PlaceOrder[] {
  const { market, listing } = perpetual;
  const positions = core.positions(order.owner).filter((one) => one.market === market);
  const [opened, closed] = order.side === 'buy' ? (['long', 'short'] as const) : (['short', 'long'] as const);
  if (closes && positions.some(({ position }) => position === closed)) return [{ ...order, reduceOnly: true }];
  const lots = positions.find(({ position }) => position === opened)?.sizeLots ?? 0;
  return lots + (order.sizeLots ?? 0) > listing.maxPositionLots * LARGEST ? [] : [order];
}

const refill = (owner: OwnerId, asset: number, units: number): Transfer => ({
  kind: 'Transfer',
  by: systemOwners.treasury,
  purpose: 'house_funding',
  legs: [
    { owner: systemOwners.treasury, wallet: 'spot', asset, units: -units as AssetUnits },
    { owner, wallet: 'future', asset, units: units as AssetUnits },
  ],
});
