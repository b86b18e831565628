import type { HandlersOf } from '../http/handler.ts';
import { buyHistory } from './http/buy-history.ts';
import { coinFuturePnl } from './http/coin-future-pnl.ts';
import { coinSpotPnl } from './http/coin-spot-pnl.ts';
import { historyCsv } from './http/history-csv.ts';
import { ledger } from './http/ledger.ts';
import { movementHistory } from './http/movement-history.ts';
import { periodStatement } from './http/period-statement.ts';
import { periodStatementCsv } from './http/period-statement-csv.ts';
import { pnl } from './http/pnl.ts';
import { sellHistory } from './http/sell-history.ts';
import { topAssets } from './http/top-assets.ts';
import { walletSingleCoin } from './http/wallet-single-coin.ts';
import { walletSingleCoinPnl } from './http/wallet-single-coin-pnl.ts';
import { walletSnapshot } from './http/wallet-snapshot.ts';
import { yearlyReport } from './http/yearly-report.ts';
import { yearlyReportCsv } from './http/yearly-report-csv.ts';
import type { Services } from './services.ts';

/** The handlers of this module’s endpoints. */
export const handlers = {
  pnl,
  coinSpotPnl,
  coinFuturePnl,
  topAssets,
  walletSnapshot,
  walletSingleCoin,
  walletSingleCoinPnl,
  buyHistory,
  sellHistory,
  ledger,
  movementHistory,
  historyCsv,
  periodStatement,
  periodStatementCsv,
  yearlyReport,
  yearlyReportCsv,
} satisfies HandlersOf<Services>;
