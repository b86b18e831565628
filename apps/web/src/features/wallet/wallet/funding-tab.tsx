import { SideCoins, SideHead } from './side-wallet.tsx';

/** The wallet for coins kept apart from trading. */
export const FundingTab = () => (
  <>
    <SideHead wallet="FUNDING" />
    <SideCoins wallet="FUNDING" />
  </>
);
