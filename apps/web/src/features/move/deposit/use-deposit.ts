import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../lib/api.ts';
import { type CoinNetwork, cheapestOf, useCoinNetworks } from '../../../lib/coin-networks.ts';
import { type Deposit, ownDeposit } from '../../../lib/deposits.ts';
import { DEPOSITS_KEY } from '../../../lib/money-moves.ts';
import { useFallbackInterval } from '../../../lib/use-stream.ts';

type NetworkName = CoinNetwork['value'];

/** While the stream is down, deposits are polled at this interval. */
const POLL_MS = 5000;
const NEWEST = 50;

const addressKey = (network: NetworkName | undefined) => ['deposit-address', network] as const;

/** The page's data: the coin, its networks, and the address on the chosen network. */
export function useDeposit(first: { readonly coin?: string }) {
  const queries = useQueryClient();
  const networks = useCoinNetworks();
  const [coin, setCoin] = useState(first.coin ?? 'USDT');
  const [wanted, setWanted] = useState<NetworkName>();
  const choices = (networks.data ?? []).filter((one) => one.coin === coin);
  // Every coin that can be chosen has a network. If the coin is not on the chosen network, the coin's cheapest open
  // network is used or, if none is open, its first one.
  const cheapest = cheapestOf(choices, ({ deposits_open }) => deposits_open);
  const network = choices.find(({ value }) => value === wanted) ?? cheapest ?? choices[0];

  const address = useQuery({
    queryKey: addressKey(network?.value),
    queryFn: ({ signal }) =>
      call('GET /api/v3/fetch/address', { query: { wallet_type: network?.value ?? 'TRC20' }, signal }),
    enabled: network !== undefined,
    select: ({ wallet }) => wallet.wallet_address,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const generate = useMutation({
    mutationFn: (value: NetworkName) => call('POST /api/v3/generate-wallet', { body: { wallet_type: value } }),
    onSuccess: async (made) => {
      queries.setQueryData(addressKey(made.wallet.wallet_type), made);
      // Networks of one family share an address, so the addresses of all networks are refetched.
      await queries.invalidateQueries({ queryKey: ['deposit-address'] });
    },
  });
  return {
    networks,
    coins: [...new Set((networks.data ?? []).map((one) => one.coin))],
    coin,
    setCoin,
    choices,
    /** The open network with the lowest fees, if there is a choice. */
    cheapest: choices.length > 1 ? cheapest : undefined,
    network,
    setNetwork: setWanted,
    address,
    generate,
  };
}

export type DepositModel = ReturnType<typeof useDeposit>;

/** The client's newest deposits. */
export const useDeposits = () =>
  useQuery({
    queryKey: DEPOSITS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/deposit-history', { query: { limit: NEWEST }, signal }),
    select: ({ deposit }) => deposit.map(ownDeposit),
    refetchInterval: useFallbackInterval(POLL_MS),
  });

/**
 * Whether the deposit was seen in a block and is not available yet; false for deposits below the minimum or on hold.
 */
export const isUnderWay = ({ status }: Deposit): boolean =>
  status === 'seen' || status === 'frozen' || status === 'waiting';
