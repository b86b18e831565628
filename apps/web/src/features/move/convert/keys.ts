import { WALLET_KEY } from '../../../lib/query-client.ts';

/** The client's conversions, done and waiting, are kept under this key, below the wallet's. */
export const CONVERTS_KEY = [...WALLET_KEY, 'converts'] as const;
