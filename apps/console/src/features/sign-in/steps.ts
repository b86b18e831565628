import type { Answer } from '../../lib/api.ts';

/** What the server wants next: a second factor, or enrolling one. */
export type Step = Answer<'POST /api/v3/console/login'>;
export type SignedIn = Answer<'POST /api/v3/console/second-factor'>;
