import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { historySearch } from '../lib/history-place.ts';
import { paths } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { onSessionChange } from '../lib/session.ts';
import { type WalletTab, walletTabs } from '../ui/wallet-frame.tsx';
import { FrontDoor } from './front-door.tsx';
import { requireClient, requireVisitor } from './guards.ts';
import { lazyPage } from './lazy-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { PageFailure } from './page-failure.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { Shell } from './shell/shell.tsx';
import { Themed } from './themed.tsx';

type SignInSearch = { readonly next?: string | undefined };
const signInSearch = ({ next }: Record<string, unknown>): SignInSearch => (typeof next === 'string' ? { next } : {});

const walletSearch = ({ tab }: Record<string, unknown>): { readonly tab?: WalletTab } => {
  const known = walletTabs.find((entry) => entry.tab === tab)?.tab;
  return known === undefined || known === 'overview' ? {} : { tab: known };
};

/** The view of all coins by category: a search parameter, not a path of its own. */
const marketsSearch = ({ view }: Record<string, unknown>): { readonly view?: 'all-cryptos' } =>
  view === 'all-cryptos' ? { view } : {};

/** The market and the time window of the trading-data page. */
type DataSearch = { readonly coin?: string; readonly window?: '1h' | '4h' | '24h' | '7d' };
const dataSearch = ({ coin, window }: Record<string, unknown>): DataSearch => ({
  ...(typeof coin === 'string' && /^[A-Za-z0-9]{1,8}$/.test(coin) ? { coin: coin.toUpperCase() } : {}),
  ...(window === '1h' || window === '4h' || window === '24h' || window === '7d' ? { window } : {}),
});

/** The coin that a link in a row of the wallet preselects. */
const coinSearch = ({ coin }: Record<string, unknown>): { readonly coin?: string } =>
  typeof coin === 'string' ? { coin: coin.toUpperCase() } : {};

/**
 * What a card or row of the wallet page preselects: the coin, and the wallet (other than spot) to transfer to or from.
 */
type TransferSearch = { readonly coin?: string; readonly type?: 'FUTURE' | 'FUNDING' };
const transferSearch = ({ coin, type }: Record<string, unknown>): TransferSearch => ({
  ...(typeof coin === 'string' ? { coin } : {}),
  ...(type === 'FUTURE' || type === 'FUNDING' ? { type } : {}),
});

/** The coins that a link preselects. */
type ConvertSearch = { readonly from?: string; readonly to?: string };
const convertSearch = ({ from, to }: Record<string, unknown>): ConvertSearch => ({
  ...(typeof from === 'string' ? { from } : {}),
  ...(typeof to === 'string' ? { to } : {}),
});

/** The preselected currency and amount, and the parameters that the payment provider adds when it redirects back. */
type BuySearch = {
  readonly currency?: string;
  readonly amount?: string;
  readonly purchase?: number;
  readonly cancelled?: number;
};
const buySearch = ({ currency, amount, purchase, cancelled }: Record<string, unknown>): BuySearch => ({
  ...(typeof currency === 'string' ? { currency } : {}),
  // The URL parser reads an amount as a number, so the amount is converted back into text.
  ...(typeof amount === 'string' || typeof amount === 'number' ? { amount: String(amount) } : {}),
  ...(isId(purchase) ? { purchase } : {}),
  ...(isId(cancelled) ? { cancelled } : {}),
});
const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });
const under = { getParentRoute: () => root };

const HomePage = lazyPage(
  () => import('../routes/home/home-page.tsx').then((m) => m.HomePage),
  'dashboard',
  'wallet',
  'home',
);
const SignInPage = lazyPage(() => import('../routes/signin/sign-in-page.tsx').then((m) => m.SignInPage), 'auth');
const CallbackPage = lazyPage(
  () => import('../routes/auth/callback/callback-page.tsx').then((m) => m.CallbackPage),
  'auth',
);
const SignUpPage = lazyPage(() => import('../routes/signup/sign-up-page.tsx').then((m) => m.SignUpPage), 'auth');
const IdentityPage = lazyPage(
  () => import('../routes/verification/overview/overview-page.tsx').then((m) => m.OverviewPage),
  'kyc',
);

const routes = [
  createRoute({ ...under, path: paths.landing, component: FrontDoor }),
  createRoute({ ...under, path: paths.home, component: HomePage }),
  createRoute({
    ...under,
    path: paths.signIn,
    validateSearch: signInSearch,
    beforeLoad: requireVisitor,
    component: SignInPage,
  }),
  createRoute({
    ...under,
    path: paths.signUp,
    validateSearch: signInSearch,
    beforeLoad: requireVisitor,
    component: SignUpPage,
  }),
  createRoute({
    ...under,
    path: paths.signUpWithReferral,
    validateSearch: signInSearch,
    beforeLoad: requireVisitor,
    component: SignUpPage,
  }),
  createRoute({ ...under, path: paths.authCallback, component: CallbackPage }),
  createRoute({ ...under, path: paths.redirect, component: CallbackPage }),
  createRoute({
    ...under,
    path: paths.markets,
    validateSearch: marketsSearch,
    component: lazyPage(() => import('../routes/markets/prices/prices-page.tsx').then((m) => m.PricesPage), 'markets'),
  }),
  createRoute({
    ...under,
    path: paths.marketsPos,
    component: lazyPage(() => import('../routes/markets/pos/pos-page.tsx').then((m) => m.PosPage), 'markets'),
  }),
  createRoute({
    ...under,
    path: paths.marketsPow,
    component: lazyPage(() => import('../routes/markets/pow/pow-page.tsx').then((m) => m.PowPage), 'markets'),
  }),
  createRoute({
    ...under,
    path: paths.marketsInnovation,
    component: lazyPage(
      () => import('../routes/markets/innovation/innovation-page.tsx').then((m) => m.InnovationPage),
      'markets',
    ),
  }),
  createRoute({
    ...under,
    path: paths.marketsFavorites,
    component: lazyPage(
      () => import('../routes/markets/favorites/favorites-page.tsx').then((m) => m.FavoritesPage),
      'markets',
    ),
  }),
  createRoute({
    ...under,
    path: paths.tradingData,
    validateSearch: dataSearch,
    component: lazyPage(
      () => import('../routes/markets/trading_data/trading-data-page.tsx').then((m) => m.TradingDataPage),
      'markets',
    ),
  }),
  createRoute({
    ...under,
    path: paths.futuresData,
    component: lazyPage(
      () => import('../routes/markets/futures/futures-data-page.tsx').then((m) => m.FuturesDataPage),
      'futures',
      'trade',
    ),
  }),
  createRoute({
    ...under,
    path: paths.spotDefault,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/trades/spot/spot-page.tsx').then((m) => m.DefaultSpotPage), 'trade'),
  }),
  createRoute({
    ...under,
    path: paths.spot,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/trades/spot/spot-page.tsx').then((m) => m.SpotPage), 'trade'),
  }),
  createRoute({
    ...under,
    path: paths.tradeChartDefault,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/trades/trade-chart/trade-chart-page.tsx').then((m) => m.DefaultChartPage),
      'trade',
    ),
  }),
  createRoute({
    ...under,
    path: paths.tradeChart,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/trades/trade-chart/trade-chart-page.tsx').then((m) => m.TradeChartPage),
      'trade',
    ),
  }),
  createRoute({
    ...under,
    path: paths.futuresDefault,
    component: lazyPage(
      () => import('../routes/trades/futures/futures-page.tsx').then((m) => m.DefaultFuturesPage),
      'trade',
      'futures',
    ),
  }),
  createRoute({
    ...under,
    path: paths.futures,
    component: lazyPage(
      () => import('../routes/trades/futures/futures-page.tsx').then((m) => m.FuturesPage),
      'trade',
      'futures',
    ),
  }),
  createRoute({
    ...under,
    path: paths.price,
    component: lazyPage(() => import('../routes/price/price-page.tsx').then((m) => m.PricePage), 'trade'),
  }),
  createRoute({
    ...under,
    path: paths.wallet,
    validateSearch: walletSearch,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/wallet/wallet-page.tsx').then((m) => m.WalletPage), 'wallet'),
  }),
  createRoute({
    ...under,
    path: paths.earn,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/wallet/earn/earn-page.tsx').then((m) => m.EarnPage),
      'earn',
      'wallet',
      'history',
    ),
  }),
  createRoute({
    ...under,
    path: paths.earnShort,
    beforeLoad: () => {
      throw redirect({ to: paths.earn, replace: true });
    },
  }),
  createRoute({
    ...under,
    path: paths.simpleEarn,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/wallet/simple-earn/simple-earn-page.tsx').then((m) => m.SimpleEarnPage),
      'earn',
    ),
  }),
  createRoute({
    ...under,
    path: paths.stake,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/wallet/stake/stake-page.tsx').then((m) => m.StakePage), 'earn'),
  }),
  createRoute({
    ...under,
    path: paths.miner,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/wallet/miner/miner-page.tsx').then((m) => m.MinerPage), 'earn'),
  }),
  createRoute({
    ...under,
    path: paths.liveMining,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/wallet/live/live-page.tsx').then((m) => m.LivePage), 'earn'),
  }),
  createRoute({
    ...under,
    path: paths.autoInvest,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/wallet/auto-invest/auto-invest-page.tsx').then((m) => m.AutoInvestPage),
      'invest',
    ),
  }),
  createRoute({
    ...under,
    path: paths.analysis,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/wallet/analysis/analysis-page.tsx').then((m) => m.AnalysisPage),
      'earn',
    ),
  }),
  createRoute({
    ...under,
    path: paths.deposit,
    validateSearch: coinSearch,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/wallet/deposit/deposit-page.tsx').then((m) => m.DepositPage),
      'deposit',
    ),
  }),
  createRoute({
    ...under,
    path: paths.buy,
    validateSearch: buySearch,
    component: lazyPage(() => import('../routes/wallet/buy/buy-page.tsx').then((m) => m.BuyPage), 'buy'),
  }),
  createRoute({
    ...under,
    path: paths.convert,
    validateSearch: convertSearch,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/wallet/convert/convert-page.tsx').then((m) => m.ConvertPage),
      'convert',
    ),
  }),
  createRoute({
    ...under,
    path: paths.convertShort,
    validateSearch: convertSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: paths.convert, search, replace: true });
    },
  }),
  createRoute({
    ...under,
    path: paths.transfer,
    validateSearch: transferSearch,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/wallet/transfer/transfer-page.tsx').then((m) => m.TransferPage),
      'transfer',
    ),
  }),
  createRoute({
    ...under,
    path: paths.transferShort,
    validateSearch: transferSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: paths.transfer, search, replace: true });
    },
  }),
  createRoute({
    ...under,
    path: paths.walletCoin,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/wallet/coin/coin-page.tsx').then((m) => m.CoinPage), 'history'),
  }),
  createRoute({
    ...under,
    path: paths.history,
    validateSearch: historySearch,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/history/history-page.tsx').then((m) => m.HistoryPage), 'history'),
  }),
  createRoute({
    ...under,
    path: paths.walletTransactions,
    validateSearch: historySearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: paths.history, search, replace: true });
    },
  }),
  createRoute({
    ...under,
    path: paths.withdraw,
    validateSearch: coinSearch,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/wallet/withdraw/withdraw-page.tsx').then((m) => m.WithdrawPage),
      'withdraw',
    ),
  }),
  createRoute({
    ...under,
    path: paths.savedAddresses,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/wallet/withdraw/addresses/saved-addresses-page.tsx').then((m) => m.SavedAddressesPage),
      'withdraw',
    ),
  }),
  createRoute({
    ...under,
    path: paths.withdrawShort,
    validateSearch: coinSearch,
    beforeLoad: ({ search }) => {
      throw redirect({ to: paths.withdraw, search, replace: true });
    },
  }),
  createRoute({
    ...under,
    path: paths.statement,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/history/statement/statement-page.tsx').then((m) => m.StatementPage),
      'history',
    ),
  }),
  createRoute({
    ...under,
    path: paths.yearlyReport,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/history/yearly-report/yearly-report-page.tsx').then((m) => m.YearlyReportPage),
      'history',
    ),
  }),
  createRoute({
    ...under,
    path: paths.profile,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/profile/profile-page.tsx').then((m) => m.ProfilePage), 'profile'),
  }),
  createRoute({
    ...under,
    path: paths.settings,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/settings/settings-page.tsx').then((m) => m.SettingsPage), 'settings'),
  }),
  createRoute({
    ...under,
    path: paths.feeRate,
    component: lazyPage(() => import('../routes/fee-rate/fee-rate-page.tsx').then((m) => m.FeeRatePage), 'fees'),
  }),
  createRoute({
    ...under,
    path: paths.notifications,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/account/notifications/notifications-page.tsx').then((m) => m.NotificationsPage),
      'notifications',
    ),
  }),
  createRoute({
    ...under,
    path: paths.news,
    component: lazyPage(() => import('../routes/news/news-page.tsx').then((m) => m.NewsPage), 'news'),
  }),
  createRoute({
    ...under,
    path: paths.rewards,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/account/rewards/rewards-page.tsx').then((m) => m.RewardsPage),
      'rewards',
    ),
  }),
  createRoute({
    ...under,
    path: paths.games,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/account/games/games-page.tsx').then((m) => m.GamesPage), 'rewards'),
  }),
  createRoute({
    ...under,
    path: paths.referral,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/account/referral/referral-page.tsx').then((m) => m.ReferralPage),
      'referral',
    ),
  }),
  createRoute({
    ...under,
    path: paths.tasks,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/account/tasks/tasks-page.tsx').then((m) => m.TasksPage), 'rewards'),
  }),
  createRoute({
    ...under,
    path: paths.pay,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/account/pay/pay-page.tsx').then((m) => m.PayPage), 'pay'),
  }),
  createRoute({
    ...under,
    path: paths.restrictions,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/account/restrictions/restrictions-page.tsx').then((m) => m.RestrictionsPage),
      'restrictions',
    ),
  }),
  createRoute({ ...under, path: paths.verifyAccount, beforeLoad: requireClient, component: IdentityPage }),
  createRoute({ ...under, path: paths.verificationOverview, beforeLoad: requireClient, component: IdentityPage }),
  createRoute({
    ...under,
    path: paths.verificationKyc,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/verification/kyc/kyc-page.tsx').then((m) => m.KycPage), 'kyc'),
  }),
  createRoute({
    ...under,
    path: paths.tierVerification,
    beforeLoad: requireClient,
    component: lazyPage(() => import('../routes/tier-verification/tier-page.tsx').then((m) => m.TierPage), 'kyc'),
  }),
  createRoute({
    ...under,
    path: paths.security,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/account/security/security-page.tsx').then((m) => m.SecurityCentrePage),
      'security',
      'withdraw',
    ),
  }),
  createRoute({
    ...under,
    path: paths.securityOld,
    beforeLoad: () => {
      throw redirect({ to: paths.security, replace: true });
    },
  }),
  createRoute({
    ...under,
    path: paths.changePassword,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/account/change_password/change-password-page.tsx').then((m) => m.ChangePasswordPage),
      'security',
    ),
  }),
  createRoute({
    ...under,
    path: paths.changeTransactionPassword,
    beforeLoad: requireClient,
    component: lazyPage(
      () =>
        import('../routes/account/change_transaction_password/change-transaction-password-page.tsx').then(
          (m) => m.ChangeTransactionPasswordPage,
        ),
      'security',
    ),
  }),
  createRoute({
    ...under,
    path: paths.accountConnections,
    beforeLoad: requireClient,
    component: lazyPage(
      () =>
        import('../routes/account/security/account_connections/account-connections-page.tsx').then(
          (m) => m.AccountConnectionsPage,
        ),
      'security',
    ),
  }),
  createRoute({
    ...under,
    path: paths.antiPhishing,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/account/security/anti_phishing/anti-phishing-page.tsx').then((m) => m.AntiPhishingPage),
      'security',
    ),
  }),
  createRoute({
    ...under,
    path: paths.appAuthorization,
    beforeLoad: requireClient,
    component: lazyPage(
      () =>
        import('../routes/account/security/app_authorization/app-authorization-page.tsx').then(
          (m) => m.AppAuthorizationPage,
        ),
      'security',
    ),
  }),
  createRoute({
    ...under,
    path: paths.securityEvents,
    beforeLoad: requireClient,
    component: lazyPage(
      () => import('../routes/account/security/events/security-events-page.tsx').then((m) => m.SecurityEventsPage),
      'security',
    ),
  }),
  createRoute({
    ...under,
    path: paths.about,
    component: lazyPage(() => import('../routes/about/about-page.tsx').then((m) => m.AboutPage), 'info'),
  }),
  createRoute({
    ...under,
    path: paths.contact,
    component: lazyPage(() => import('../routes/contactus/contact-page.tsx').then((m) => m.ContactPage), 'info'),
  }),
  createRoute({
    ...under,
    path: paths.terms,
    component: lazyPage(() => import('../routes/legal-center/terms-page.tsx').then((m) => m.TermsPage), 'info'),
  }),
  createRoute({
    ...under,
    path: paths.privacy,
    component: lazyPage(() => import('../routes/legal-center/privacy-page.tsx').then((m) => m.PrivacyPage), 'info'),
  }),
  createRoute({
    ...under,
    path: paths.pageUnavailable,
    component: lazyPage(
      () => import('../routes/page-unavailable/page-unavailable.tsx').then((m) => m.PageUnavailable),
      'common',
    ),
  }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: 'intent',
  defaultPendingComponent: PageSkeleton,
  defaultPendingMs: 150,
  // The skeleton has the page's own layout, so it needs no minimum display time.
  defaultPendingMinMs: 0,
  defaultErrorComponent: PageFailure,
  InnerWrap: Themed,
  scrollRestoration: true,
});

// Guards are synchronous; they run again once the session is known, and when it changes.
onSessionChange((session, before) => {
  if (before.status === 'client' && session.status === 'visitor') queryClient.clear();
  void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** The act that led to this page, whose result it states. */
    said?: 'converted';
  }
}
