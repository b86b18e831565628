import { SideCoins, SideHead } from './side-wallet.tsx';

/** Coins put aside from trading. */
export const FundingTab = () => (
  <>
    <SideHead wallet="FUNDING" />
    <SideCoins wallet="FUNDING" />
  </>
);
