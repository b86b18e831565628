import { useQuery } from '@tanstack/react-query';
import { type CallResponse, call } from '../../../lib/api.ts';
import { useFuturesMarkets } from '../../../lib/futures.ts';
import type { MarketRules } from './market-rules.ts';

type Market = CallResponse<'GET /api/v3/markets'>['markets'][number];

const RARELY_MS = 300_000;

/** Steps and bounds of any spot market; undefined until known. */
const useMarketSteps = (pairName: string): Market | undefined =>
  useQuery({
    queryKey: ['markets'],
    queryFn: ({ signal }) => call('GET /api/v3/markets', { signal }),
    staleTime: RARELY_MS,
    select: ({ markets }) => markets.find(({ name }) => name === pairName),
  }).data;

/** Steps of any market, spot or perpetual; undefined until known. */
export const useSteps = (
  pairName: string,
): Pick<MarketRules, 'tick' | 'lot' | 'price_decimals' | 'amount_decimals'> | undefined => {
  const spot = useMarketSteps(pairName);
  const perpetual = useFuturesMarkets().data?.find(({ name }) => name === pairName);
  return spot ?? perpetual;
};
