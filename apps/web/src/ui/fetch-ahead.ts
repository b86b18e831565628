/** Preloads on hover or focus; if that fails, opening reports the error. */
export const fetchAhead = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);
