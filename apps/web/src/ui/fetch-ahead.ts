/**
 * A hover or focus handler that preloads a chunk. Ignores a failure: if opening the part fails too, that is reported.
 */
export const fetchAhead = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);

/** The handlers of a control that opens something in its own chunk, if it has one. */
export const fetchAheadBy = (load: (() => Promise<unknown>) | undefined) =>
  load ? { onPointerEnter: fetchAhead(load), onFocus: fetchAhead(load) } : {};
