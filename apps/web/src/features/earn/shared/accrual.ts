const DAY_MS = 86_400_000;

export interface Accruing {
  /** A plain decimal of the coin. */
  readonly perDay: string;
  readonly decimals: number;
  /** From when it earns, and when the running day ends. */
  readonly startMs: number;
  readonly nextMs: number;
}

/** The share of the running day that has passed, in milliseconds of it; 0 before the first day begins. */
const passedMs = ({ startMs, nextMs }: Accruing, nowMs: number): number =>
  Math.max(0, Math.min(DAY_MS, nowMs - Math.max(startMs, nextMs - DAY_MS)));

/** What the running day has brought so far, rounded down: it counts only when the day ends. */
export function accruedToday(accruing: Accruing, nowMs: number): string {
  const { perDay, decimals } = accruing;
  const [whole = '0', fraction = ''] = perDay.split('.');
  const units = BigInt(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  const digits = String((units * BigInt(Math.floor(passedMs(accruing, nowMs)))) / BigInt(DAY_MS)).padStart(
    decimals + 1,
    '0',
  );
  return decimals === 0 ? digits : `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
