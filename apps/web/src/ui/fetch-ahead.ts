/** A hover or focus handler that preloads a chunk; a failure is ignored, because opening reports it. */
export const fetchAhead = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);
