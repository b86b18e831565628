import { SideCoins, SideHead } from './side-wallet.tsx';

/** Coins kept apart from trading. */
export const FundingTab = () => (
  <>
    <SideHead wallet="FUNDING" />
    <SideCoins wallet="FUNDING" />
  </>
);
