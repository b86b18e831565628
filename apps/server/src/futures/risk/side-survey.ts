import { type HeldPosition, type OwnerId, type PositionSide, systemOwners } from '@vitrine/core';
import { Top } from './top.ts';

/** Maximum number of positions in each list. */
const MOST_LISTED = 5;
/** A liquidation price within this fraction of the mark price is considered near. */
const NEAR = 0.05;
/**
 * A sudden move of the mark price against all positions of a side, as a percentage; the survey estimates the losses
 * that it would cause.
 */
const SUDDEN_PERCENT = 10;

export interface MarkedAt {
  readonly markTicks: number;
  readonly tickLotUnits: number;
}

/** The move of the mark price that would liquidate the position, as a fraction of the mark price. */
export const distanceOf = ({ liquidationTicks }: HeldPosition, markTicks: number): number =>
  Math.abs(liquidationTicks - markTicks) / markTicks;

const isOwn = (owner: OwnerId): boolean => owner === systemOwners.house || owner === systemOwners.insurance;

/** Sums and lists of the positions on one side of a market, at one mark price. */
export class SideSurvey {
  readonly #isLong: boolean;
  readonly #tickLotUnits: number;
  readonly #markTicks: number;
  readonly #suddenTicks: number;
  readonly #largest = new Top<HeldPosition>(MOST_LISTED, (a, b) => b.sizeLots - a.sizeLots || a.owner - b.owner);
  readonly #closest: Top<HeldPosition>;
  readonly #queue: Top<HeldPosition>;
  positions = 0;
  nearPositions = 0;
  nearLots = 0;
  /** The part of the losses that the positions' margins would not cover after a move of SUDDEN_PERCENT. */
  uncoveredUnits = 0;
  /** Number of positions by tier. */
  readonly tiers = new Map<number, number>();

  constructor(side: PositionSide, { markTicks, tickLotUnits }: MarkedAt) {
    this.#isLong = side === 'long';
    this.#tickLotUnits = tickLotUnits;
    this.#markTicks = markTicks;
    this.#suddenTicks = this.#isLong
      ? Math.floor((markTicks * (100 - SUDDEN_PERCENT)) / 100)
      : Math.ceil((markTicks * (100 + SUDDEN_PERCENT)) / 100);
    const distance = (one: HeldPosition) => distanceOf(one, markTicks);
    this.#closest = new Top(MOST_LISTED, (a, b) => distance(a) - distance(b) || a.owner - b.owner);
    const sign = this.#isLong ? 1 : -1;
    // [V7]: positions are deleveraged in this order.
    this.#queue = new Top(MOST_LISTED, (a, b) => sign * (a.entryTicks - b.entryTicks) || a.owner - b.owner);
  }

  /** The largest positions, except those of the house and of the insurance fund. */
  get largest(): readonly HeldPosition[] {
    return this.#largest.items();
  }

  /** The positions nearest to liquidation, the nearest first. */
  get closest(): readonly HeldPosition[] {
    return this.#closest.items();
  }

  /** The positions that would be deleveraged next, in that order. */
  get queue(): readonly HeldPosition[] {
    return this.#queue.items();
  }

  add(held: HeldPosition): void {
    this.positions++;
    this.tiers.set(held.tier, (this.tiers.get(held.tier) ?? 0) + 1);
    if (!isOwn(held.owner)) this.#largest.add(held);
    this.#queue.add(held);
    // A price of 0 means a long position that is never liquidated.
    if (held.liquidationTicks > 0) {
      this.#closest.add(held);
      if (distanceOf(held, this.#markTicks) <= NEAR) {
        this.nearPositions++;
        this.nearLots += held.sizeLots;
      }
    }
    const profit = (this.#suddenTicks * this.#tickLotUnits * held.sizeLots - held.costUnits) * (this.#isLong ? 1 : -1);
    this.uncoveredUnits += Math.max(0, -(held.marginUnits + profit));
  }
}
