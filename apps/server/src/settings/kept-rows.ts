import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../kit/api-error.ts';

/**
 * Applies a requested change to the newest version of a table: takes the changed rows from `wanted`, and all other rows
 * from the newest version, so that changes that others have made to them stay. `versions` are the table's versions from
 * the one on which the request is based to the newest. A row to be changed must be the same in all of them. For
 * example, a request to open a stopped network is void if the network has been opened and stopped again since the
 * request. Errors: settings_changed.
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
