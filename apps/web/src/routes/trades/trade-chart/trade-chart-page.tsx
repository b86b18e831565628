import { useParams } from '@tanstack/react-router';
import { TradePage, TradePageOfChosenCoin } from '../desk/trade-page.tsx';

/** The chart page of one coin: a large chart, with the order form in a dialog. */
export function TradeChartPage() {
  const { coin } = useParams({ from: '/trades/trade-chart/$coin' });
  return <TradePage kind="chart" coin={coin} />;
}

export const DefaultChartPage = () => <TradePageOfChosenCoin kind="chart" />;
