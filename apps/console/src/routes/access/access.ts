import type { Answer } from '../../lib/api.ts';

export type Access = Answer<'GET /api/v3/console/access'>;
export type Passkey = Access['passkeys'][number];

export const ACCESS_KEY = ['access'] as const;
