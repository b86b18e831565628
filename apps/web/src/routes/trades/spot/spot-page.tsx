import { useParams } from '@tanstack/react-router';
import { TradePage, TradePageOfChosenCoin } from '../desk/trade-page.tsx';

/** Spot trading of one coin against USDT. */
export function SpotPage() {
  const { coin } = useParams({ from: '/trades/spot/$coin' });
  return <TradePage kind="spot" coin={coin} />;
}

export const DefaultSpotPage = () => <TradePageOfChosenCoin kind="spot" />;
