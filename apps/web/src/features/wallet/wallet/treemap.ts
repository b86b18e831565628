export type Tile = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/**
 * Divides a rectangle into tiles whose areas are proportional to the weights (largest first): recursively splits the
 * list into two parts of about equal weight, across the longer side.
 */
export function treemap(weights: readonly number[], within: Tile): readonly Tile[] {
  if (weights.length <= 1) return weights.map(() => within);
  const total = sum(weights);
  const cut = cutIndex(weights, total);
  const part = total > 0 ? sum(weights.slice(0, cut)) / total : cut / weights.length;
  const [first, second] = split(within, part);
  return [...treemap(weights.slice(0, cut), first), ...treemap(weights.slice(cut), second)];
}

const sum = (weights: readonly number[]) => weights.reduce((total, weight) => total + weight, 0);

function cutIndex(weights: readonly number[], total: number): number {
  let passed = 0;
  for (const [index, weight] of weights.entries()) {
    passed += weight;
    if (passed >= total / 2) return Math.min(index + 1, weights.length - 1);
  }
  return 1;
}

function split({ x, y, width, height }: Tile, part: number): readonly [Tile, Tile] {
  if (width >= height) {
    const left = width * part;
    return [
      { x, y, width: left, height },
      { x: x + left, y, width: width - left, height },
    ];
  }
  const top = height * part;
  return [
    { x, y, width, height: top },
    { x, y: y + top, width, height: height - top },
  ];
}
