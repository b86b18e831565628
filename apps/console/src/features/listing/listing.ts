import { useQuery } from '@tanstack/react-query';
import { setCoinImages } from '@vitrine/ui';
import { type CallResponse, call } from '../../lib/api.ts';
import { useStaff } from '../../lib/session.ts';

export type ListedCoin = CallResponse<'GET /api/v3/console/coins'>['coins'][number];
export type CoinsResponse = CallResponse<'GET /api/v3/console/coins'>;
export type SettingsResponse = CallResponse<'GET /api/v3/console/settings'>;
export type ListedMarket = CallResponse<'GET /api/v3/console/markets'>['markets'][number];

export const COINS_KEY = ['listed-coins'] as const;
export const MARKETS_KEY = ['listed-markets'] as const;

export const useCoins = () =>
  useQuery({
    queryKey: COINS_KEY,
    queryFn: async ({ signal }) => {
      const listed = await call('GET /api/v3/console/coins', { signal });
      setCoinImages(listed.coins);
      return listed;
    },
  });

export const SETTINGS_KEY = ['settings'] as const;

/** The exchange's settings, some of which apply to every market. */
export const useSettings = () =>
  useQuery({
    queryKey: SETTINGS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/settings', { signal }),
  });

const MARKETS_EVERY_MS = 10_000;

/** All markets: spot markets, then perpetual markets. */
export const useMarkets = () =>
  useQuery({
    queryKey: MARKETS_KEY,
    queryFn: ({ signal }) => call('GET /api/v3/console/markets', { signal, background: true }),
    refetchInterval: MARKETS_EVERY_MS,
  });

/** Whether the viewer may request changes to the table of coins and networks, and to fee rates. */
export const useMaySetFees = (): boolean =>
  useStaff()?.roles.some((role) => role === 'treasury' || role === 'administrator') ?? false;

/** Whether the viewer may list, change and stop coins and markets; other roles have read access only. */
export const useMayList = (): boolean =>
  useStaff()?.roles.some((role) => role === 'listing' || role === 'administrator') ?? false;
