import { MarketListPage } from '../../../features/markets/markets/markets-frame.tsx';

export const FavoritesPage = () => <MarketListPage list="favorites" />;
