/** A time as all staff see it, regardless of their time zone: 2026-11-22 14:05:20 (UTC). */
export const utcText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
