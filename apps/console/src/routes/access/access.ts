import type { CallResponse } from '../../lib/api.ts';

export type Access = CallResponse<'GET /api/v3/console/access'>;
export type Passkey = Access['passkeys'][number];

export const ACCESS_KEY = ['access'] as const;
