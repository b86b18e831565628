import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../kit/api-error.ts';

/**
 * The newest rows of a table, with the changed rows in `wanted` put in. `versions` are the table's versions from the
 * one on which the change is based to the newest. A row to be changed must be the same in all of them. For example, a
 * request to open a stopped network is void if the network has been opened and stopped again since the request. Changes
 * that others have made to other rows stay. Errors: settings_changed.
 */
export function withChangedRows<Row>(versions: readonly (readonly Row[])[], wanted: readonly Row[]): Row[] {
  const [base = [], newest = base] = [versions[0], versions.at(-1)];
  if (versions.some(({ length }) => length !== wanted.length)) throw new ApiError('settings_changed');
  return wanted.map((row, index) => {
    const before = base[index];
    if (isDeepStrictEqual(row, before)) return newest[index] ?? row;
    if (versions.some((rows) => !isDeepStrictEqual(rows[index], before))) throw new ApiError('settings_changed');
    return row;
  });
}
