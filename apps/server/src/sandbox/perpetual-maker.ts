import { type CancelOrder, type Core, type OrderId, type PlaceOrder, type Side, systemOwners } from '@vitrine/core';
import { priceTicks, sizeLots } from '@vitrine/money';
import type { Outcome } from '@vitrine/sequencer';
import { type Quoting, smallestQuoteWorth } from './house-maker.ts';
import type { SandboxPerpetual } from './perpetuals.ts';

/** Price levels per side, one spread apart. */
const LINES = 12;
/** The outermost quote is larger than the innermost by about this factor. */
const DEPTH = 6;
/** A quote that has been filled down to this fraction of its size is replaced. */
const REPLACE_BELOW = 0.5;
/**
 * The size of the innermost quote is at most this fraction of the maximum position, so that all quotes of one side
 * together never reach that maximum.
 */
const PART_OF_POSITION = 1 / 200;

interface Quote {
  readonly side: Side;
  readonly line: number;
  readonly lots: number;
  readonly order: OrderId;
  readonly reduceOnly: boolean;
}

/**
 * Quotes one perpetual market for the house, on a fixed price grid. Its orders close the house's open positions before
 * opening new ones. The house thus has a position on one side only, equal to the imbalance of all other traders'
 * positions.
 */
export class PerpetualMaker {
  readonly #perpetual: SandboxPerpetual;
  readonly #step: number;
  /** The value of the innermost quote, in whole USDT. */
  readonly #worth: number;
  #quotes: Quote[] = [];

  constructor(perpetual: SandboxPerpetual, startTicks: number) {
    this.#perpetual = perpetual;
    this.#step = Math.max(1, Math.round((startTicks * perpetual.spot.coin.spreadBps * 2) / 10_000));
    const { spot, listing } = perpetual;
    const largest = listing.maxPositionLots * startTicks * spot.tickSize * spot.lotSize;
    this.#worth = Math.min(smallestQuoteWorth(spot), largest * PART_OF_POSITION);
  }

  /** Forgets all quotes. Call this after all of the house's orders have been cancelled. */
  forget(): void {
    this.#quotes = [];
  }

  /** The commands that move the book to this price. Submit them in this order, and await them before the next call. */
  requote(core: Pick<Core, 'openLots' | 'positions'>, ticks: number): Quoting[] {
    const wanted = new Set([...this.#lines('buy', ticks), ...this.#lines('sell', ticks)]);
    const surplus: Quote[] = [];
    this.#quotes = this.#quotes.filter((quote) => {
      const openLots = core.openLots(quote.order);
      if (openLots === 0) return false;
      const isKept = openLots >= quote.lots * REPLACE_BELOW && wanted.delete(keyOf(quote));
      if (!isKept) surplus.push(quote);
      return true;
    });
    const closable = { buy: this.#closableLots(core, 'buy'), sell: this.#closableLots(core, 'sell') };
    const placed = [...wanted].map((key) => this.#place(key, ticks, closable));
    return [...surplus.map((quote) => this.#cancel(quote)), ...placed];
  }

  /** The keys of the price levels to quote on a side, innermost first. */
  #lines(side: Side, ticks: number): string[] {
    const inner = side === 'buy' ? Math.floor(ticks / this.#step - 0.5) : Math.ceil(ticks / this.#step + 0.5);
    return Array.from({ length: LINES }, (_, n) => ({ side, line: side === 'buy' ? inner - n : inner + n }))
      .filter(({ line }) => line >= 1)
      .map(keyOf);
  }

  /** The part of the house's position that new orders on this side can still close. */
  #closableLots(core: Pick<Core, 'openLots' | 'positions'>, side: Side): number {
    const position = side === 'sell' ? 'long' : 'short';
    const { market } = this.#perpetual;
    const open = core.positions(systemOwners.house).find((one) => one.market === market && one.position === position);
    const closing = this.#quotes
      .filter((quote) => quote.side === side && quote.reduceOnly)
      .reduce((sum, { order }) => sum + core.openLots(order), 0);
    return Math.max(0, (open?.sizeLots ?? 0) - closing);
  }

  #place(key: string, ticks: number, closable: Record<Side, number>): Quoting {
    const { side, line } = lineOf(key);
    const lots = this.#lotsAt(line, ticks);
    const reduceOnly = closable[side] >= lots;
    if (reduceOnly) closable[side] -= lots;
    const command: PlaceOrder = {
      kind: 'PlaceOrder',
      owner: systemOwners.house,
      market: this.#perpetual.market,
      side,
      type: 'limit',
      timeInForce: 'gtc',
      postOnly: true,
      priceTicks: priceTicks(line * this.#step),
      sizeLots: sizeLots(lots),
      ...(reduceOnly && { reduceOnly }),
    };
    return {
      command,
      settled: ({ events }: Outcome) => {
        const accepted = events.find((event) => event.kind === 'OrderAccepted');
        if (accepted !== undefined) this.#quotes.push({ side, line, lots, order: accepted.order, reduceOnly });
      },
    };
  }

  #lotsAt(line: number, ticks: number): number {
    const { spot, listing } = this.#perpetual;
    const distance = Math.abs(line - ticks / this.#step) / LINES;
    const worth = this.#worth * (1 + DEPTH * distance);
    const lotWorth = line * this.#step * spot.tickSize * spot.lotSize;
    const least = Math.max(
      listing.minSizeLots,
      Math.ceil((1.05 * listing.minNotionalUnits) / spot.quoteUnit / lotWorth),
    );
    return Math.max(least, Math.min(listing.maxSizeLots, Math.round(worth / lotWorth)));
  }

  #cancel(quote: Quote): Quoting {
    const command: CancelOrder = { kind: 'CancelOrder', owner: systemOwners.house, order: quote.order };
    return {
      command,
      settled: ({ refusal }) => {
        if (refusal === undefined || refusal === 'unknown_order')
          this.#quotes = this.#quotes.filter((other) => other !== quote);
      },
    };
  }
}

const keyOf = ({ side, line }: Pick<Quote, 'side' | 'line'>): string => `${side} ${line}`;

function lineOf(key: string): Pick<Quote, 'side' | 'line'> {
  const [side, line] = key.split(' ');
  return { side: side as Side, line: Number(line) };
}
