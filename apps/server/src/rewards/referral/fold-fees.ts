/** A fee that a client has paid, in units of USDT, at a log position. */
export interface PaidFee {
  readonly position: number;
  readonly feeUnits: number;
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
}

/**
 * What of these fees the credits pay back, if `usedUnits` of the credits have been used before. As a credit counts from
 * its own position on and fees are taken in their order, the sums are the same in whatever steps fees are read.
 */
export function foldFees(fees: readonly PaidFee[], credits: readonly Credit[], usedUnits: number): Folded {
  let [backUnits, netUnits] = [0, 0];
  for (const { position, feeUnits } of fees) {
    const granted = credits.reduce((sum, credit) => (credit.position < position ? sum + credit.units : sum), 0);
    const back = Math.min(feeUnits, Math.max(0, granted - usedUnits - backUnits));
    backUnits += back;
    netUnits += feeUnits - back;
  }
  return { backUnits, netUnits };
}

/** The inviter's share of all net fees so far, rounded down. */
export const commissionOf = (feeUnits: number, commissionPpm: number): number =>
  Number((BigInt(feeUnits) * BigInt(commissionPpm)) / 1_000_000n);
