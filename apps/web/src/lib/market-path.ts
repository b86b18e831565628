import { paths } from './paths.ts';
import { useIsLikelyClient } from './session.ts';

/**
 * The page that lists of markets link to: a trade page for clients, the read-only page for visitors. For clients it is
 * the chart page, except in the few lists for which the specification names the spot page.
 */
export const useMarketPath = (forClients: typeof paths.spot | typeof paths.tradeChart = paths.tradeChart) =>
  useIsLikelyClient() ? forClients : paths.price;
