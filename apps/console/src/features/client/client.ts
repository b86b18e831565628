import type { Answer } from '../../lib/api.ts';

export type ClientPicture = Answer<'GET /api/v3/console/client'>['client'];

/** What is masked until it is asked for. */
export type ProtectedField = 'email' | 'phone' | 'name' | 'birthday' | 'address' | 'addresses' | 'accounts';

/** What this page has revealed so far, under the server's names. */
export type Revealed = Readonly<Record<string, string>>;

/** What the parts of the page need to show masked fields. */
export interface Reveal {
  readonly revealed: Revealed;
  /** Undefined where the account is one’s own. */
  readonly ask: ((field: ProtectedField) => void) | undefined;
}
