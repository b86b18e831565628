import { CoinInfo } from '../../../features/trade/coin-info/coin-info.tsx';
import { Rules } from './futures-panels.tsx';

/** The coin, and the rules of its perpetual market. */
export const FuturesOverview = () => (
  <>
    <CoinInfo />
    <Rules />
  </>
);
