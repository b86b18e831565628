import { paths } from './paths.ts';
import { useIsLikelyClient } from './session.ts';

/** Where lists of markets lead: clients trade there, visitors read. */
export const useMarketPath = () => (useIsLikelyClient() ? paths.spot : paths.price);
