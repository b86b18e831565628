import type { CallResponse } from '../../lib/api.ts';

/** The next step that the server requires: a second factor, or enrolling one. */
export type Step = CallResponse<'POST /api/v3/console/login'>;
export type SignedIn = CallResponse<'POST /api/v3/console/second-factor'>;
