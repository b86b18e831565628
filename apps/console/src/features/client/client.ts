import type { CallResponse } from '../../lib/api.ts';

export type ClientPicture = CallResponse<'GET /api/v3/console/client'>['client'];

/** The fields that are masked until revealed. */
export type ProtectedField = 'email' | 'phone' | 'name' | 'birthday' | 'address' | 'addresses' | 'accounts';

/** The fields revealed on this page so far, keyed by the server's field names. */
export type Revealed = Readonly<Record<string, string>>;

/** The data that components need to show masked fields. */
export interface Reveal {
  readonly revealed: Revealed;
  /** Asks for a field to be revealed; undefined if the account is the viewer's own. */
  readonly ask: ((field: ProtectedField) => void) | undefined;
}
