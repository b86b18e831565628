/** The handler of each of this module’s endpoints. */
export { buyHistory } from './http/buy-history.ts';
export { coinFuturePnl } from './http/coin-future-pnl.ts';
export { coinSpotPnl } from './http/coin-spot-pnl.ts';
export { futuresHistoryCsv } from './http/futures-history-csv.ts';
export { historyCsv } from './http/history-csv.ts';
export { ledger } from './http/ledger.ts';
export { movementHistory } from './http/movement-history.ts';
export { periodStatement } from './http/period-statement.ts';
export { periodStatementCsv } from './http/period-statement-csv.ts';
export { pnl } from './http/pnl.ts';
export { sellHistory } from './http/sell-history.ts';
export { topAssets } from './http/top-assets.ts';
export { walletSingleCoin } from './http/wallet-single-coin.ts';
export { walletSingleCoinPnl } from './http/wallet-single-coin-pnl.ts';
export { walletSnapshot } from './http/wallet-snapshot.ts';
export { yearlyReport } from './http/yearly-report.ts';
export { yearlyReportCsv } from './http/yearly-report-csv.ts';
