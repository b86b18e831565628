export interface ChangedField {
  /** The path of the field, such as `support_hours.from` or `2.taker_ppm`. */
  readonly field: string;
  /** As text; empty if the field is missing. */
  readonly from: string;
  readonly to: string;
}

/**
 * The leaves in which two JSON values differ: first those that `after` has, in its order, then those that only `before`
 * has.
 */
export function changedFields(before: unknown, after: unknown): ChangedField[] {
  const from = leavesOf(before);
  const to = leavesOf(after);
  return [...new Set([...to.keys(), ...from.keys()])]
    .map((field) => ({ field, from: from.get(field) ?? '', to: to.get(field) ?? '' }))
    .filter((changed) => changed.from !== changed.to);
}

/** A list of plain values is a single leaf. Items of other lists are numbered from 1, as people count. */
function leavesOf(json: unknown, path = ''): Map<string, string> {
  if (json === null || json === undefined) return new Map();
  if (typeof json !== 'object') return new Map([[path, String(json)]]);
  if (Array.isArray(json) && json.every((item) => typeof item !== 'object')) return new Map([[path, json.join(', ')]]);
  const entries: [string, unknown][] = Array.isArray(json)
    ? json.map((item, index) => [String(index + 1), item])
    : Object.entries(json);
  return new Map(entries.flatMap(([name, item]) => [...leavesOf(item, path === '' ? name : `${path}.${name}`)]));
}
