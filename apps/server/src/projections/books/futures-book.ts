import type { MarketId, PositionSide } from '@vitrine/core';
import type { PositionEntry } from './entries.ts';
import { dayOf } from './prices.ts';

/** A position as it was after its last change on a day. */
export interface PositionDay {
  readonly market: MarketId;
  readonly side: PositionSide;
  readonly day: number;
  sizeLots: number;
  /** In units of USDT. */
  costUnits: number;
}

/** Realized PnL, funding and fees of all positions of a client on one day, in units of USDT. */
export interface FuturesDay {
  readonly day: number;
  /** Signed: the profit of closed parts, without fees. */
  realizedUnits: bigint;
  /** Funding received, or paid if negative. */
  fundingUnits: bigint;
  feeUnits: bigint;
  liquidationFeeUnits: bigint;
}

/** The part of a P&L book that concerns perpetual markets. */
export class FuturesBook {
  /** By position, the newest day on which it changed. */
  readonly #positions: Map<string, PositionDay>;
  /** The newest day with realized PnL, funding or fees. */
  #day: FuturesDay | undefined;
  /** What has changed since the P&L book was created or stored. */
  readonly changedPositions = new Set<PositionDay>();
  readonly changedDays = new Set<FuturesDay>();

  constructor(newestPositions: readonly PositionDay[] = [], day?: FuturesDay) {
    this.#positions = new Map(newestPositions.map((position) => [positionKey(position), position]));
    this.#day = day;
  }

  stored(): void {
    this.changedPositions.clear();
    this.changedDays.clear();
  }

  /** Records a ledger entry of the futures wallet if a position caused it; ignores it otherwise. */
  pay(timeMs: number, cause: string, units: number): void {
    const day = (): FuturesDay => this.#dayAt(dayOf(timeMs));
    if (cause === 'futures_profit') day().realizedUnits += BigInt(units);
    else if (cause === 'funding') day().fundingUnits += BigInt(units);
    else if (cause === 'fee') day().feeUnits -= BigInt(units);
    else if (cause === 'liquidation_fee') day().liquidationFeeUnits -= BigInt(units);
  }

  #dayAt(day: number): FuturesDay {
    if (this.#day?.day !== day)
      this.#day = { day, realizedUnits: 0n, fundingUnits: 0n, feeUnits: 0n, liquidationFeeUnits: 0n };
    this.changedDays.add(this.#day);
    return this.#day;
  }

  change({ timeMs, market, side, sizeLots, costUnits }: PositionEntry): void {
    const key = positionKey({ market, side });
    const day = dayOf(timeMs);
    let position = this.#positions.get(key);
    if (position?.day !== day) {
      position = { market, side, day, sizeLots, costUnits };
      this.#positions.set(key, position);
    }
    position.sizeLots = sizeLots;
    position.costUnits = costUnits;
    this.changedPositions.add(position);
  }
}

export const positionKey = ({ market, side }: Pick<PositionDay, 'market' | 'side'>): string => `${market} ${side}`;
