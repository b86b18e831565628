import {
  type AmendOrder,
  type CancelOrder,
  type Core,
  type OrderId,
  type PlaceOrder,
  type Side,
  systemOwners,
} from '@vitrine/core';
import { priceTicks, sizeLots } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import type { SandboxMarket } from './instruments.ts';
import type { Random } from './random.ts';

/**
 * The book is quoted in layers, from the inside out. Each layer has `lines` price levels per side, `spacing` × the
 * tightest spread apart, with orders of `size` × the smallest order. A layer begins where the previous one ends.
 */
const layers = [
  { spacing: 1, lines: 6, size: 1 },
  { spacing: 4, lines: 6, size: 3 },
  { spacing: 16, lines: 6, size: 9 },
] as const;

/** The value of the smallest quote, as a multiple of the value of a usual trade. */
const PRINTS_PER_QUOTE = 8;
/** A quote that has been filled down to this fraction of its size is refilled. */
const REFILL_BELOW = 0.5;

/** Value of one side of a market's book, in whole USDT. */
export const sideWorth = (market: SandboxMarket): number =>
  layers.reduce((sum, { lines, size }) => sum + lines * size, 0) * smallestQuoteWorth(market);

/** Value of the smallest quote in whole USDT, on average. */
export const smallestQuoteWorth = ({ coin }: SandboxMarket): number =>
  (PRINTS_PER_QUOTE * coin.dailyTurnover) / 86_400 / coin.printsPerSecond;

interface Quote {
  readonly side: Side;
  readonly layer: number;
  readonly line: number;
  readonly ticks: number;
  readonly lots: number;
  readonly order: OrderId;
  /** Whether the core refused to amend the order. Such an order is cancelled when its quote has to move. */
  readonly isStuck: boolean;
}

type Slot = Pick<Quote, 'side' | 'layer' | 'line' | 'ticks' | 'lots'>;

/** A command, and what to do when its outcome is known. */
export interface Quoting {
  readonly command: PlaceOrder | AmendOrder | CancelOrder;
  settled(outcome: Outcome): void;
}

/**
 * Quotes one market for the house. Quotes lie on a fixed price grid, so that a price move amends only a handful of
 * them, no matter how deep the book is: quotes that the price has passed move to the outer end of their side, and on
 * the other side, the outermost quotes move next to the price. The house's orders never match each other: the side that
 * the price moves toward is moved first, and all buys stay below the price for which they were quoted, all sells above
 * it.
 */
export class HouseMaker {
  readonly #market: SandboxMarket;
  readonly #random: Random;
  /** The tightest spread in ticks, from the coin's `spreadBps` in `instruments.ts`. */
  readonly #spread: number;
  readonly #worth: number;
  #quotes: Quote[] = [];
  #quotedTicks = 0;

  constructor(market: SandboxMarket, startTicks: number, random: Random) {
    this.#market = market;
    this.#random = random;
    this.#spread = Math.max(1, Math.round((startTicks * market.coin.spreadBps) / 10_000));
    this.#worth = smallestQuoteWorth(market);
  }

  /** The price of the current quotes; 0 before the first. */
  get quotedTicks(): number {
    return this.#quotedTicks;
  }

  /** Forgets all quotes. Call this after all of the house's orders have been cancelled. */
  forget(): void {
    this.#quotes = [];
    this.#quotedTicks = 0;
  }

  /** The commands that move the book to this price. Submit them in this order, and await them before the next call. */
  requote(core: Pick<Core, 'openLots'>, ticks: number): Quoting[] {
    const refills = this.#meetFills(core, ticks);
    const sides: readonly Side[] = ticks >= this.#quotedTicks ? ['sell', 'buy'] : ['buy', 'sell'];
    this.#quotedTicks = ticks;
    return [
      ...sides.flatMap((side) => layers.flatMap((_, layer) => this.#requoteLayer(side, layer, ticks))),
      ...refills,
    ];
  }

  /** Forgets filled quotes, and refills partly filled ones that the price has not passed. */
  #meetFills(core: Pick<Core, 'openLots'>, ticks: number): Quoting[] {
    const refills: Quoting[] = [];
    this.#quotes = this.#quotes.filter((quote) => {
      const openLots = core.openLots(quote.order);
      if (openLots === 0) return false;
      if (openLots < quote.lots * REFILL_BELOW && !this.#isPassed(quote, ticks)) refills.push(this.#refill(quote));
      return true;
    });
    return refills;
  }

  #requoteLayer(side: Side, layer: number, ticks: number): Quoting[] {
    const lines = layers[layer]?.lines ?? 0;
    const first = this.#firstLine(side, layer, ticks);
    const step = side === 'buy' ? -1 : 1;
    const standing = this.#quotes.filter((quote) => quote.side === side && quote.layer === layer);
    // A quote one level beyond the outermost level of the layer may stay: otherwise, a price that oscillates around a
    // level would move quotes each time.
    const isInReach = (line: number) => (line - first) * step <= lines;
    const kept = standing.filter((quote) => !this.#isPassed(quote, ticks) && isInReach(quote.line));
    const surplus = standing.filter((quote) => !kept.includes(quote));
    const taken = new Set(kept.map(({ line }) => line));
    const missing: Slot[] = [];
    for (let line = first; kept.length + missing.length < lines && isInReach(line); line += step) {
      const lineTicks = this.#ticksOf(layer, line);
      if (!taken.has(line) && lineTicks >= 1)
        missing.push({ side, layer, line, ticks: lineTicks, lots: this.#lotsFor(layer, lineTicks) });
    }
    return [
      ...surplus.map((quote) => {
        const slot = quote.isStuck ? undefined : missing.pop();
        return slot === undefined ? this.#cancel(quote) : this.#move(quote, slot);
      }),
      ...missing.map((slot) => this.#place(slot)),
    ];
  }

  /** The distance from the price at which a layer begins, in ticks. */
  #margin(layer: number): number {
    const inner = layers[layer - 1];
    return inner === undefined ? this.#spread / 4 : inner.lines * inner.spacing * this.#spread;
  }

  /**
   * Whether the price has passed a quote: in the innermost layer, if the price has reached it; in any other layer, if
   * the quote is closer to the price than half the distance at which that layer begins.
   */
  #isPassed({ side, layer, ticks }: Slot, price: number): boolean {
    const margin = layer === 0 ? 0 : this.#margin(layer) / 2;
    return side === 'buy' ? ticks >= price - margin : ticks <= price + margin;
  }

  #firstLine(side: Side, layer: number, price: number): number {
    const spacing = this.#spacing(layer);
    if (side === 'buy') {
      let line = Math.floor((price - this.#margin(layer)) / spacing);
      while (this.#ticksOf(layer, line) > price - this.#margin(layer)) line -= 1;
      return line;
    }
    let line = Math.floor((price + this.#margin(layer)) / spacing) - 1;
    while (this.#ticksOf(layer, line) < price + this.#margin(layer)) line += 1;
    return line;
  }

  #spacing(layer: number): number {
    return (layers[layer]?.spacing ?? 1) * this.#spread;
  }

  /**
   * The price of a level. Levels are not evenly spaced: each is shifted by an amount of its own, up to half the
   * spacing, which never changes.
   */
  #ticksOf(layer: number, line: number): number {
    const spacing = this.#spacing(layer);
    const scattered = Math.imul(line * 7 + layer + 1, 0x9e3779b1) >>> 8;
    return line * spacing + (scattered % Math.max(1, Math.floor(spacing / 2)));
  }

  #lotsFor(layer: number, ticks: number): number {
    const { listing, tickSize, lotSize, quoteUnit } = this.#market;
    const worth = this.#worth * (layers[layer]?.size ?? 1) * (0.6 + 0.8 * this.#random.uniform());
    const lotsWorth = (usdt: number) => usdt / (ticks * tickSize * lotSize);
    const least = Math.max(listing.minSizeLots, Math.ceil(lotsWorth(listing.minNotionalUnits / quoteUnit)) + 1);
    const most = Math.min(listing.maxSizeLots, Math.floor(lotsWorth(listing.maxNotionalUnits / quoteUnit)));
    return Math.max(least, Math.min(most, Math.round(lotsWorth(worth))));
  }

  #place(slot: Slot): Quoting {
    return {
      command: {
        kind: 'PlaceOrder',
        owner: systemOwners.house,
        market: this.#market.market,
        side: slot.side,
        type: 'limit',
        timeInForce: 'gtc',
        postOnly: true,
        priceTicks: priceTicks(slot.ticks),
        sizeLots: sizeLots(slot.lots),
      },
      settled: ({ events }) => {
        const accepted = events.find((event) => event.kind === 'OrderAccepted');
        if (accepted !== undefined) this.#quotes.push({ ...slot, order: accepted.order, isStuck: false });
      },
    };
  }

  #move(quote: Quote, slot: Slot): Quoting {
    return {
      command: {
        kind: 'AmendOrder',
        owner: systemOwners.house,
        order: quote.order,
        priceTicks: priceTicks(slot.ticks),
        openLots: sizeLots(slot.lots),
      },
      settled: ({ refusal }) =>
        this.#replace(quote, refusal === undefined ? { ...quote, ...slot } : { ...quote, isStuck: true }),
    };
  }

  #refill(quote: Quote): Quoting {
    return {
      command: { kind: 'AmendOrder', owner: systemOwners.house, order: quote.order, openLots: sizeLots(quote.lots) },
      settled: ({ refusal }) => {
        if (refusal !== undefined) this.#replace(quote, { ...quote, isStuck: true });
      },
    };
  }

  #cancel(quote: Quote): Quoting {
    return {
      command: { kind: 'CancelOrder', owner: systemOwners.house, order: quote.order },
      settled: ({ refusal }) => {
        if (refusal === undefined || refusal === 'unknown_order')
          this.#quotes = this.#quotes.filter((other) => other !== quote);
      },
    };
  }

  #replace(quote: Quote, by: Quote): void {
    this.#quotes = this.#quotes.map((other) => (other === quote ? by : other));
  }
}
