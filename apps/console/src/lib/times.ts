/** A moment as everyone who runs the exchange reads it, wherever they are: 2026-11-22 14:05:20 (UTC). */
export const utcText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
