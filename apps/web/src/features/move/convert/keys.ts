import { WALLET_KEY } from '../../../lib/query-client.ts';

/** The cache key of the client's conversions, completed and open; it begins with the wallet's key. */
export const CONVERTS_KEY = [...WALLET_KEY, 'converts'] as const;
