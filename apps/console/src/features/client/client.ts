import type { Answer } from '../../lib/api.ts';

export type ClientPicture = Answer<'GET /api/v3/console/client'>['client'];

/** The fields that are masked until revealed. */
export type ProtectedField = 'email' | 'phone' | 'name' | 'birthday' | 'address' | 'addresses' | 'accounts';

/** The fields revealed on this page so far, by the server's field names. */
export type Revealed = Readonly<Record<string, string>>;

/** What the parts of the page need to show masked fields. */
export interface Reveal {
  readonly revealed: Revealed;
  /** Undefined if the account is the viewer’s own. */
  readonly ask: ((field: ProtectedField) => void) | undefined;
}
