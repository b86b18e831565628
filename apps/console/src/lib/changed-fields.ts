export interface ChangedField {
  /** The path of the field, such as `support_hours.from` or `2.taker_ppm`. */
  readonly field: string;
  /** As text; empty where there is nothing. */
  readonly from: string;
  readonly to: string;
}

/** The leaves in which two JSON values differ, in the order of the second, then those that are gone. */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const from = leavesOf(before);
  const to = leavesOf(after);
  return [...new Set([...to.keys(), ...from.keys()])]
    .map((field) => ({ field, from: from.get(field) ?? '', to: to.get(field) ?? '' }))
    .filter((changed) => changed.from !== changed.to);
}

/** Lists of plain values stay one leaf; other lists count from 1, as people do. */
function leavesOf(json: unknown, path = ''): Map<string, string> {
  if (json === null || json === undefined) return new Map();
  if (typeof json !== 'object') return new Map([[path, String(json)]]);
  if (Array.isArray(json) && json.every((item) => typeof item !== 'object')) return new Map([[path, json.join(', ')]]);
  const entries: [string, unknown][] = Array.isArray(json)
    ? json.map((item, index) => [String(index + 1), item])
    : Object.entries(json);
  return new Map(entries.flatMap(([name, item]) => [...leavesOf(item, path === '' ? name : `${path}.${name}`)]));
}
