import { MarketListPage } from '../../../features/markets/markets/markets-frame.tsx';

export const InnovationPage = () => <MarketListPage list="innovation" />;
