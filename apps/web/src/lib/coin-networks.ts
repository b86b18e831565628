import { useQuery } from '@tanstack/react-query';
import Big from 'big.js';
import { type CallResponse, call } from './api.ts';

export type CoinNetwork = CallResponse<'GET /api/v3/networks'>['networks'][number];

/** The networks available for each coin, as operators have currently set them. */
export const useCoinNetworks = () =>
  useQuery({
    queryKey: ['networks'],
    queryFn: ({ signal }) => call('GET /api/v3/networks', { signal }),
    select: ({ networks }) => networks,
    staleTime: 30_000,
  });

/** The open network with the lowest fee, the first if several tie; undefined if none is open. */
export function cheapestOf(
  networks: readonly CoinNetwork[],
  isOpen: (network: CoinNetwork) => boolean,
): CoinNetwork | undefined {
  const byFee = networks.filter(isOpen).sort((a, b) => new Big(a.gasFee).cmp(b.gasFee));
  return byFee[0];
}

/** A network's display name, such as TRON (TRC20), or its short name until the display name is known. */
export function useNetworkName(): (network: CoinNetwork['value']) => string {
  const { data } = useCoinNetworks();
  return (network) => data?.find(({ value }) => value === network)?.name ?? network;
}
