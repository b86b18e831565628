import { MarketListPage } from '../../../features/markets/markets/markets-frame.tsx';

export const PowPage = () => <MarketListPage list="pow" />;
