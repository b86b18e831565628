/** Days of UTC as the exchange counts them, such as 2026-01-31. */
export const dayText = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The first day of the month of a moment. */
export const monthStart = (ms: number): string => `${dayText(ms).slice(0, 8)}01`;
