/** A label that does not move, such as that of the last price, and the minimum distance to it above and below. */
export interface FixedLabel {
  readonly place: number;
  readonly above: number;
  readonly below: number;
}

/**
 * Moves labels apart: afterwards, neighbors are at least `step` apart and in their former order, and all are clear of
 * the fixed label. A label is moved in one direction only, and no further than needed.
 */
export const spreadLabels = (places: readonly number[], step: number, fixed?: FixedLabel): readonly number[] => {
  const order = places
    .map((place, index) => ({ place, index }))
    .toSorted((a, b) => a.place - b.place || a.index - b.index);
  const moved = [...places];
  const above = order.filter(({ place }) => fixed === undefined || place < fixed.place);
  const below = order.filter(({ place }) => fixed !== undefined && place >= fixed.place);
  // Labels below the fixed label are moved down, labels above it up; without a fixed label, all are moved down.
  let edge = fixed === undefined ? Number.NEGATIVE_INFINITY : fixed.place + fixed.below;
  const down = fixed === undefined ? above : below;
  for (const { place, index } of down) {
    moved[index] = Math.max(place, edge);
    edge = (moved[index] ?? 0) + step;
  }
  if (fixed === undefined) return moved;
  edge = fixed.place - fixed.above;
  for (const { place, index } of above.toReversed()) {
    moved[index] = Math.min(place, edge);
    edge = (moved[index] ?? 0) - step;
  }
  return moved;
};
