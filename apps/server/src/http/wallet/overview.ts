import type { endpoints } from '@vitrine/contract';
import type { Handler } from '../handler.ts';
import type { Services } from '../services.ts';
import { priceText } from '../wire.ts';
import { valueText } from './valuation.ts';
import { arrivingTotal, walletTotals } from './wallet-entry.ts';

export const overview: Handler<typeof endpoints.overview> = ({ services, session }) => {
  const totals = walletTotals(services, session.owner);
  return {
    spotTotal: valueText(services, totals.spot),
    futureTotal: valueText(services, totals.future),
    earnTotal: valueText(services, totals.earn),
    fundingTotal: valueText(services, totals.funding),
    arrivingTotal: valueText(services, arrivingTotal(services, session.owner)),
    overviewTotal: valueText(services, totals.spot + totals.future + totals.earn + totals.funding),
    rates: { USDT: '1', USDC: rate(services, 'USDC'), BTC: rate(services, 'BTC'), ETH: rate(services, 'ETH') },
    position: services.core.position,
    as_of: services.clock(),
  };
};

/** USDT for one coin; zero where it is not traded. */
function rate({ instruments, marketData }: Services, coin: string): string {
  const instrument = instruments.byCoin(coin);
  return instrument === undefined ? '0' : priceText(instrument, marketData.ticker(instrument.market).lastTicks);
}
