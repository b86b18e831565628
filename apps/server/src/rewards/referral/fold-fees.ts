const DAY_MS = 86_400_000;

/** A fee that a client has paid, in units of USDT, at a log position. */
export interface PaidFee {
  readonly position: number;
  readonly timeMs: number;
  readonly feeUnits: number;
  /** What the trade adds to the client's volume. */
  readonly volumeUnits: number;
  /** Whether the other side was the client's inviter or one of their friends. */
  readonly isWithFriend: boolean;
}

/** A fee credit, which pays back fees after its position. */
export interface Credit {
  readonly position: number;
  readonly units: number;
}

export interface Folded {
  /** What the credits pay back. */
  readonly backUnits: number;
  /** What remains of the fees, of which an inviter gets a share. */
  readonly netUnits: number;
  /** What of it was paid on the last UTC day (since 1970) of these fees, and that day. */
  readonly lastDay: number;
  readonly lastDayUnits: number;
  /** By UTC day, the volume that counts for no task. */
  readonly uncounted: ReadonlyMap<number, number>;
}

export const dayOf = (timeMs: number): number => Math.floor(timeMs / DAY_MS);

/**
 * What of these fees the credits pay back, if `usedUnits` of the credits have been used before. As a credit counts from
 * its own position on and fees are taken in their order, the sums are the same in whatever steps fees are read. Trades
 * with the own inviter or friends are treated as if they had not been made: credits pay nothing back, nobody gets a share, and their volume
 * does not count. Nor does the volume of trades whose fees are paid back, wholly or in part. Both lists are gone through
 * once.
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

/** The inviter's share of all net fees so far, rounded down to a whole number of steps. */
export function commissionOf(feeUnits: number, commissionPpm: number, stepUnits: number): number {
  const share = (BigInt(feeUnits) * BigInt(commissionPpm)) / 1_000_000n;
  return Number(share - (share % BigInt(stepUnits)));
}

/** The unit in which commissions are paid and shown: a cent, so that a payment does not show the size of a trade. */
export const centOf = ({ scale }: { readonly scale: number }): number => 10 ** Math.max(0, scale - 2);
