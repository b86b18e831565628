import { WALLET_KEY } from '../../../lib/query-client.ts';

/** The client's conversions, done and waiting, are cached under this key, below the wallet's. */
export const CONVERTS_KEY = [...WALLET_KEY, 'converts'] as const;
