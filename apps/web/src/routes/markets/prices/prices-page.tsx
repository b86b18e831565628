import { useSearch } from '@tanstack/react-router';
import { AllCryptos } from '../../../features/markets/markets/all-cryptos.tsx';
import { MarketListPage } from '../../../features/markets/markets/markets-frame.tsx';
import { paths } from '../../../lib/paths.ts';

export const PricesPage = () =>
  useSearch({ from: paths.markets }).view === 'all-cryptos' ? <AllCryptos /> : <MarketListPage list="all" />;
