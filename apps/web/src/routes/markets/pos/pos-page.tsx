import { MarketListPage } from '../../../features/markets/markets/markets-frame.tsx';

export const PosPage = () => <MarketListPage list="pos" />;
