import type { Answer } from '../../lib/api.ts';

/** The next step that the server requires: a second factor, or enrolling one. */
export type Step = Answer<'POST /api/v3/console/login'>;
export type SignedIn = Answer<'POST /api/v3/console/second-factor'>;
