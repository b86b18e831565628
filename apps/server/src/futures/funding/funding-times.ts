import type { TimeMs } from '@vitrine/money';

/** Funding is settled at 00:00, 08:00 and 16:00 UTC, as on the leading exchanges. */
export const FUNDING_HOURS = 8;
export const FUNDING_MS = FUNDING_HOURS * 3_600_000;

/** The start of the funding interval that contains this time. */
export const intervalStartMs = (timeMs: number): TimeMs => (timeMs - (timeMs % FUNDING_MS)) as TimeMs;
