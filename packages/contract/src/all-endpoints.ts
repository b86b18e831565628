import type { Endpoint } from './endpoint.ts';
import { accessEndpoints } from './endpoints/access.ts';
import { accountEndpoints } from './endpoints/account.ts';
import { autoInvestEndpoints } from './endpoints/auto-invest.ts';
import { consoleAccessEndpoints } from './endpoints/console-access.ts';
import { consoleApprovalEndpoints } from './endpoints/console-approvals.ts';
import { consoleClientEndpoints } from './endpoints/console-clients.ts';
import { consoleDualEndpoints } from './endpoints/console-dual.ts';
import { consoleEarnEndpoints } from './endpoints/console-earn.ts';
import { consoleFuturesEndpoints } from './endpoints/console-futures.ts';
import { consoleKycEndpoints } from './endpoints/console-kyc.ts';
import { consoleListingEndpoints } from './endpoints/console-listing.ts';
import { consoleOversightEndpoints } from './endpoints/console-oversight.ts';
import { consolePurchaseEndpoints } from './endpoints/console-purchases.ts';
import { consoleRestrictionEndpoints } from './endpoints/console-restrictions.ts';
import { consoleRewardEndpoints } from './endpoints/console-rewards.ts';
import { consoleSettingsEndpoints } from './endpoints/console-settings.ts';
import { consoleStaffEndpoints } from './endpoints/console-staff.ts';
import { consoleSupportEndpoints } from './endpoints/console-support.ts';
import { consoleTreasuryEndpoints } from './endpoints/console-treasury.ts';
import { consoleWithdrawalEndpoints } from './endpoints/console-withdrawals.ts';
import { convertEndpoints } from './endpoints/convert.ts';
import { datafeedEndpoints } from './endpoints/datafeed.ts';
import { depositEndpoints } from './endpoints/deposits.ts';
import { earnEndpoints } from './endpoints/earn.ts';
import { earnAnalysisEndpoints } from './endpoints/earn-analysis.ts';
import { earnHistoryEndpoints } from './endpoints/earn-history.ts';
import { earnSummaryEndpoints } from './endpoints/earn-summary.ts';
import { frontEndpoints } from './endpoints/front.ts';
import { futuresHistoryEndpoints } from './endpoints/futures-histories.ts';
import { futuresMarketEndpoints } from './endpoints/futures-markets.ts';
import { futuresOrderEndpoints } from './endpoints/futures-orders.ts';
import { futuresPositionEndpoints } from './endpoints/futures-positions.ts';
import { futuresRecordEndpoints } from './endpoints/futures-records.ts';
import { gameEndpoints } from './endpoints/games.ts';
import { identityEndpoints } from './endpoints/identity.ts';
import { marketEndpoints } from './endpoints/markets.ts';
import { minerEndpoints } from './endpoints/miners.ts';
import { consoleNewsEndpoints, newsEndpoints, outsideNewsEndpoints } from './endpoints/news.ts';
import { notificationEndpoints } from './endpoints/notifications.ts';
import { olderFuturesEndpoints } from './endpoints/older-futures.ts';
import { orderEndpoints } from './endpoints/orders.ts';
import { preferenceEndpoints } from './endpoints/preferences.ts';
import { profileEndpoints } from './endpoints/profile.ts';
import { consolePromotionEndpoints, promotionEndpoints } from './endpoints/promotions.ts';
import { purchaseEndpoints } from './endpoints/purchases.ts';
import { referralEndpoints } from './endpoints/referral.ts';
import { reportEndpoints } from './endpoints/reports.ts';
import { restrictionEndpoints } from './endpoints/restrictions.ts';
import { rewardEndpoints } from './endpoints/rewards.ts';
import { securityEndpoints } from './endpoints/security.ts';
import { supportEndpoints } from './endpoints/support.ts';
import { sandboxEndpoints, systemEndpoints } from './endpoints/system.ts';
import { tradingDataEndpoints } from './endpoints/trading-data.ts';
import { transferEndpoints } from './endpoints/transfers.ts';
import { consoleUploadEndpoints, uploadEndpoints } from './endpoints/uploads.ts';
import { consoleVisitorChatEndpoints, visitorChatEndpoints } from './endpoints/visitor-chat.ts';
import { walletEndpoints } from './endpoints/wallet.ts';
import { withdrawalEndpoints } from './endpoints/withdrawals.ts';

/** Every endpoint of the exchange, by key. */
export const endpoints = {
  ...systemEndpoints,
  ...frontEndpoints,
  ...accountEndpoints,
  ...accessEndpoints,
  ...profileEndpoints,
  ...preferenceEndpoints,
  ...notificationEndpoints,
  ...supportEndpoints,
  ...visitorChatEndpoints,
  ...newsEndpoints,
  ...outsideNewsEndpoints,
  ...promotionEndpoints,
  ...securityEndpoints,
  ...restrictionEndpoints,
  ...identityEndpoints,
  ...uploadEndpoints,
  ...marketEndpoints,
  ...tradingDataEndpoints,
  ...orderEndpoints,
  ...futuresMarketEndpoints,
  ...futuresOrderEndpoints,
  ...futuresPositionEndpoints,
  ...futuresHistoryEndpoints,
  ...futuresRecordEndpoints,
  ...olderFuturesEndpoints,
  ...convertEndpoints,
  ...walletEndpoints,
  ...earnEndpoints,
  ...earnHistoryEndpoints,
  ...earnSummaryEndpoints,
  ...earnAnalysisEndpoints,
  ...minerEndpoints,
  ...autoInvestEndpoints,
  ...depositEndpoints,
  ...withdrawalEndpoints,
  ...purchaseEndpoints,
  ...transferEndpoints,
  ...gameEndpoints,
  ...rewardEndpoints,
  ...referralEndpoints,
  ...reportEndpoints,
  ...datafeedEndpoints,
  ...sandboxEndpoints,
  ...consoleAccessEndpoints,
  ...consoleStaffEndpoints,
  ...consoleApprovalEndpoints,
  ...consoleSettingsEndpoints,
  ...consoleListingEndpoints,
  ...consoleFuturesEndpoints,
  ...consoleOversightEndpoints,
  ...consoleKycEndpoints,
  ...consoleSupportEndpoints,
  ...consoleUploadEndpoints,
  ...consoleVisitorChatEndpoints,
  ...consoleNewsEndpoints,
  ...consolePromotionEndpoints,
  ...consoleClientEndpoints,
  ...consoleRestrictionEndpoints,
  ...consoleTreasuryEndpoints,
  ...consoleWithdrawalEndpoints,
  ...consolePurchaseEndpoints,
  ...consoleRewardEndpoints,
  ...consoleDualEndpoints,
  ...consoleEarnEndpoints,
} satisfies Record<string, Endpoint>;
