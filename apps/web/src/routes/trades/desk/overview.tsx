import { AboutMarket } from '../../../features/trade/chart/about-market.tsx';
import { CoinInfo } from '../../../features/trade/coin-info/coin-info.tsx';

/** The coin, and the rules of its market. */
export const Overview = () => (
  <>
    <CoinInfo />
    <AboutMarket />
  </>
);
