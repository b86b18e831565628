/**
 * Moves labels apart so that neighbours are at least `step` apart, each as near to its own place as possible, in the
 * same order. `fixed`: a place that no label may cover, such as that of the last price.
 */
export const spreadLabels = (places: readonly number[], step: number, fixed?: number): readonly number[] => {
  const order = places
    .map((place, index) => ({ place, index }))
    .toSorted((a, b) => a.place - b.place || a.index - b.index);
  const moved = [...places];
  const above = order.filter(({ place }) => fixed === undefined || place < fixed);
  const below = order.filter(({ place }) => fixed !== undefined && place >= fixed);
  // Below the fixed place downwards, above it upwards; without one, downwards.
  let edge = fixed === undefined ? Number.NEGATIVE_INFINITY : fixed + step;
  const down = fixed === undefined ? above : below;
  for (const { place, index } of down) {
    moved[index] = Math.max(place, edge);
    edge = (moved[index] ?? 0) + step;
  }
  if (fixed === undefined) return moved;
  edge = fixed - step;
  for (const { place, index } of above.toReversed()) {
    moved[index] = Math.min(place, edge);
    edge = (moved[index] ?? 0) - step;
  }
  return moved;
};
