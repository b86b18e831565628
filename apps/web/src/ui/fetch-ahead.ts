/**
 * A hover or focus handler that preloads a chunk. Ignores a failure: if opening the part fails too, that is reported.
 */
export const fetchAhead = (load: () => Promise<unknown>) => () => void load().catch(() => undefined);

/**
 * The hover and focus handlers of a control that opens a part loaded by `load`; none if the part has no chunk of its
 * own.
 */
export const fetchAheadBy = (load: (() => Promise<unknown>) | undefined) =>
  load ? { onPointerEnter: fetchAhead(load), onFocus: fetchAhead(load) } : {};
