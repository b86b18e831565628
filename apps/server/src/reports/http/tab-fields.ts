import { ApiError } from '../../kit/api-error.ts';

/** Throws invalid_request if a CSV export has a query parameter that does not apply to its history tab. */
export function refuseOtherFields<Query extends { readonly tab: string }>(
  { tab, ...filter }: Query,
  fields: readonly Exclude<keyof Query, 'tab'>[],
): void {
  const applying: readonly PropertyKey[] = fields;
  const field = Object.keys(filter).find((name) => !applying.includes(name));
  if (field !== undefined) throw new ApiError('invalid_request', { reason: 'field_not_of_tab', field });
}

/** The state as a filter. Throws invalid_request if the history does not have that state. */
export function stateAmong<Word extends string>(
  state: string | undefined,
  words: readonly Word[],
): { readonly state?: Word } {
  if (state === undefined) return {};
  const found = words.find((word) => word === state);
  if (found !== undefined) return { state: found };
  throw new ApiError('invalid_request', { reason: 'not_a_choice', field: 'state', allowed: words.join(', ') });
}
