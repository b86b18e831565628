const DAY_MS = 86_400_000;

export interface Accruing {
  /** A plain decimal, in the coin. */
  readonly perDay: string;
  readonly decimals: number;
  /** When it starts to earn, and when the current day ends. */
  readonly startMs: number;
  readonly nextMs: number;
}

/** The elapsed part of the current day, in milliseconds; 0 before the first day begins. */
const passedMs = ({ startMs, nextMs }: Accruing, nowMs: number): number =>
  Math.max(0, Math.min(DAY_MS, nowMs - Math.max(startMs, nextMs - DAY_MS)));

/** What the current day has earned so far, rounded down. It is posted only when the day ends. */
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
