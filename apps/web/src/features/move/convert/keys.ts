import { WALLET_KEY } from '../../../lib/query-client.ts';

/** The client's conversions, completed and open, are cached under this key, below the wallet's. */
export const CONVERTS_KEY = [...WALLET_KEY, 'converts'] as const;
