import type { Core, OwnerId, PlaceOrder, Side } from '@vitrine/core';
import { priceTicks, sizeLots } from '@vitrine/money';
import { smallestQuoteWorth } from './house-maker.ts';
import type { SandboxMarket } from './instruments.ts';
import type { Random } from './random.ts';

/** Simulated traders. The house is not among them, so it never trades with itself. */
export const takerOwners: readonly OwnerId[] = [901, 902, 903, 904];
/**
 * The account that takes other owners' orders whose prices are better than the market's. Like a real arbitrageur, it
 * keeps the books in line with the market's price.
 */
export const arbitrageOwner: OwnerId = 905;

/**
 * Trades come in bursts (a Hawkes process): BURST_SHARE of them are triggered by earlier trades, within about
 * BURST_SECONDS.
 */
const BURST_SECONDS = 15;
const BURST_SHARE = 0.5;
/** The share of trades on the same side as the previous trade. */
const SAME_SIDE = 0.62;
/** Sizes follow a Pareto distribution with this exponent: many small, few very large. */
const SIZE_EXPONENT = 1.5;
const LARGEST_QUOTES = 4;
/** A taker's price may be worse than the market's by at most this fraction. */
const SLIPPAGE = 0.003;
const ARBITRAGE_LEVELS = 10;

/** Simulated traders of one market, who take liquidity from the order book. */
export class Takers {
  readonly #market: SandboxMarket;
  readonly #random: Random;
  #excitement = 0;
  #side: Side = 'buy';
  #isFirst = true;

  constructor(market: SandboxMarket, random: Random) {
    this.#market = market;
    this.#random = random;
  }

  /**
   * At most one order for the last `seconds`. The first call always returns one, so that each market has a trade
   * immediately.
   */
  next(seconds: number, ticks: number, activity: number, turnoverPerSecond: number): PlaceOrder[] {
    const usual = this.#market.coin.printsPerSecond;
    this.#excitement *= Math.exp(-seconds / BURST_SECONDS);
    const rate = usual * activity * (1 - BURST_SHARE) + this.#excitement;
    const comes = this.#random.uniform() < 1 - Math.exp(-rate * seconds);
    if (!comes && !this.#isFirst) return [];
    this.#isFirst = false;
    this.#excitement += BURST_SHARE / BURST_SECONDS;
    if (this.#random.uniform() > SAME_SIDE) this.#side = this.#side === 'buy' ? 'sell' : 'buy';
    const lots = this.#lots(ticks, turnoverPerSecond / (usual * Math.max(0.2, activity)));
    const owner = takerOwners[Math.floor(this.#random.uniform() * takerOwners.length)] as OwnerId;
    return [
      order(
        this.#market,
        owner,
        this.#side,
        this.#side === 'buy' ? ticks * (1 + SLIPPAGE) : ticks * (1 - SLIPPAGE),
        lots,
      ),
    ];
  }

  /**
   * Takes orders of other owners that are on the wrong side of the price around which the house quotes: the market's
   * price has reached them.
   */
  arbitrage(core: Pick<Core, 'depth'>, quotedTicks: number): PlaceOrder[] {
    const { bids, asks } = core.depth(this.#market.market, ARBITRAGE_LEVELS);
    const sum = (levels: readonly (readonly [number, number])[], isBetter: (ticks: number) => boolean) =>
      levels.filter(([ticks]) => isBetter(ticks)).reduce((lots, [, size]) => lots + size, 0);
    const cheap = sum(asks, (ticks) => ticks < quotedTicks);
    const dear = sum(bids, (ticks) => ticks > quotedTicks);
    const orders: PlaceOrder[] = [];
    if (cheap > 0)
      orders.push(order(this.#market, arbitrageOwner, 'buy', quotedTicks, this.#bounded(cheap, quotedTicks)));
    if (dear > 0)
      orders.push(order(this.#market, arbitrageOwner, 'sell', quotedTicks, this.#bounded(dear, quotedTicks)));
    return orders;
  }

  /** The size of a trade in lots, drawn around a mean value in whole USDT. */
  #lots(ticks: number, meanWorth: number): number {
    const smallest = (meanWorth * (SIZE_EXPONENT - 1)) / SIZE_EXPONENT;
    const drawn = smallest / (1 - this.#random.uniform()) ** (1 / SIZE_EXPONENT);
    const worth = Math.min(drawn, LARGEST_QUOTES * smallestQuoteWorth(this.#market));
    return this.#bounded(worth / (ticks * this.#market.tickSize * this.#market.lotSize), ticks);
  }

  /** The size nearest to `lots` that the market's rules allow. */
  #bounded(lots: number, ticks: number): number {
    const { listing } = this.#market;
    const lotUnits = ticks * listing.tickLotUnits;
    // Stays one percent within the limits on order value, because an order's price differs slightly from the market's.
    const least = Math.max(listing.minSizeLots, Math.ceil((1.01 * listing.minNotionalUnits) / lotUnits));
    const most = Math.min(listing.maxSizeLots, Math.floor((0.99 * listing.maxNotionalUnits) / lotUnits));
    return Math.max(least, Math.min(most, Math.round(lots)));
  }
}

function order({ market }: SandboxMarket, owner: OwnerId, side: Side, ticks: number, lots: number): PlaceOrder {
  return {
    kind: 'PlaceOrder',
    owner,
    market,
    side,
    type: 'limit',
    timeInForce: 'ioc',
    priceTicks: priceTicks(Math.max(1, side === 'buy' ? Math.floor(ticks) : Math.ceil(ticks))),
    sizeLots: sizeLots(lots),
  };
}
