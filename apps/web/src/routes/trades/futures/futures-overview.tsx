import { CoinInfo } from '../../../features/trade/coin-info/coin-info.tsx';
import { Rules } from './rules.tsx';

/** The coin, and the rules of its perpetual market. */
export const FuturesOverview = () => (
  <>
    <CoinInfo />
    <Rules />
  </>
);
