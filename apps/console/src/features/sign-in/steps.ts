import type { CallResponse } from '../../lib/api.ts';

/** The next step that the server requires: to enter a second factor, or to set one up. */
export type Step = CallResponse<'POST /api/v3/console/login'>;
export type SignedIn = CallResponse<'POST /api/v3/console/second-factor'>;
