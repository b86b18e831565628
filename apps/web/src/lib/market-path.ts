import { paths } from './paths.ts';
import { useIsLikelyClient } from './session.ts';

/** Where lists of markets link to: the trade page for clients, the read-only page for visitors. */
export const useMarketPath = () => (useIsLikelyClient() ? paths.spot : paths.price);
