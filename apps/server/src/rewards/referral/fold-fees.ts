const DAY_MS = 86_400_000;

/** A fee that a client has paid, in units of USDT, at a log position. */
export interface PaidFee {
  readonly position: number;
  readonly timeMs: number;
  readonly feeUnits: number;
  /** What the trade adds to the client's volume. */
  readonly volumeUnits: number;
  /** Whether the counterparty was the client's inviter or one of their friends. */
  readonly isWithFriend: boolean;
}

/** A fee credit. It covers fees at positions after its own. */
export interface Credit {
  readonly position: number;
  readonly units: number;
}

export interface Folded {
  /** The fees refunded by credits. */
  readonly backUnits: number;
  /** The remaining fees, of which an inviter gets a share. */
  readonly netUnits: number;
  /** The last UTC day (since 1970) of these fees, and the part of `netUnits` paid on it. */
  readonly lastDay: number;
  readonly lastDayUnits: number;
  /** By UTC day, the volume that does not count for tasks. */
  readonly uncounted: ReadonlyMap<number, number>;
}

export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/**
 * Computes which part of these fees the credits refund, after `usedUnits` of the credits have been used. A credit
 * covers only fees after its own position and fees are processed in order, so the sums do not depend on the batch sizes
 * in which fees are read. Trades with the client's own inviter or friends are ignored: no refund, no commission, and no
 * volume. The volume of trades whose fees are refunded, wholly or in part, does not count either. Makes a single pass
 * over both lists.
 */
export function foldFees(fees: readonly PaidFee[], credits: readonly Credit[], usedUnits: number): Folded {
  const inOrder = [...credits].sort((a, b) => a.position - b.position);
  const uncounted = new Map<number, number>();
  let [granted, next, backUnits, netUnits, lastDay, lastDayUnits] = [0, 0, 0, 0, 0, 0];
  for (const { position, timeMs, feeUnits, volumeUnits, isWithFriend } of fees) {
    for (let credit = inOrder[next]; credit !== undefined && credit.position < position; credit = inOrder[next]) {
      granted += credit.units;
      next += 1;
    }
    const day = dayOf(timeMs);
    const back = isWithFriend ? 0 : Math.min(feeUnits, Math.max(0, granted - usedUnits - backUnits));
    if (volumeUnits > 0 && (isWithFriend || back > 0)) uncounted.set(day, (uncounted.get(day) ?? 0) + volumeUnits);
    if (isWithFriend) continue;
    const net = feeUnits - back;
    lastDayUnits = (day === lastDay ? lastDayUnits : 0) + net;
    lastDay = day;
    backUnits += back;
    netUnits += net;
  }
  return { backUnits, netUnits, lastDay, lastDayUnits, uncounted };
}

/** The inviter's share of all net fees so far, rounded down to a multiple of `stepUnits`. */
export function commissionOf(feeUnits: number, commissionPpm: number, stepUnits: number): number {
  const share = (BigInt(feeUnits) * BigInt(commissionPpm)) / 1_000_000n;
  return Number(share - (share % BigInt(stepUnits)));
}

/** The unit of commissions, paid and displayed: a cent, so that a payment does not reveal the size of a trade. */
export const centOf = ({ scale }: { readonly scale: number }): number => 10 ** Math.max(0, scale - 2);
