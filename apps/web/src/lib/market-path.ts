import { paths } from './paths.ts';
import { useIsLikelyClient } from './session.ts';

/** Where lists of markets link to: clients trade there, visitors read. */
export const useMarketPath = () => (useIsLikelyClient() ? paths.spot : paths.price);
