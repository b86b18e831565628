import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { type PurchasesSearch, states } from '../features/purchases/purchases.ts';
import { paths } from '../lib/paths.ts';
import { queryClient } from '../lib/query-client.ts';
import { currentSession, onSessionChange } from '../lib/session.ts';
import { Loading } from '../ui/loading.tsx';
import { requireStaff, requireVisitor } from './guards.ts';
import { lazyPage } from './lazy-page.tsx';
import { mayOpen, navigation } from './navigation.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { PageFailure } from './page-failure.tsx';
import { Shell } from './shell/shell.tsx';
import { Themed } from './themed.tsx';

type SignInSearch = { readonly next?: string | undefined };
const signInSearch = ({ next }: Record<string, unknown>): SignInSearch => (typeof next === 'string' ? { next } : {});

type KycSearch = { readonly state?: 'waiting' | 'with_client' | 'verified' };
const kycSearch = ({ state }: Record<string, unknown>): KycSearch =>
  state === 'with_client' || state === 'verified' ? { state } : {};

type ClientState = 'active' | 'restricted' | 'frozen';
type ClientsSearch = { readonly search?: string; readonly show?: ClientState };
const clientsSearch = ({ search, show }: Record<string, unknown>): ClientsSearch => ({
  // The URL parser reads a UID as a number, so the UID is converted back into text.
  ...(typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}),
  ...(show === 'active' || show === 'restricted' || show === 'frozen' ? { show } : {}),
});

const purchasesSearch = ({ all, owed, search, only }: Record<string, unknown>): PurchasesSearch => {
  const known = states.find((one) => one === only);
  return {
    ...(all === true ? { all } : {}),
    ...(owed === true ? { owed } : {}),
    ...(typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}),
    ...(known === undefined ? {} : { only: known }),
  };
};

type RiskSearch = { readonly market?: string };
const riskSearch = ({ market }: Record<string, unknown>): RiskSearch => (typeof market === 'string' ? { market } : {});

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage });
const open = { getParentRoute: () => root };
const inside = { ...open, beforeLoad: requireStaff };

const KycPage = lazyPage(() => import('../routes/kyc/kyc-page.tsx').then((m) => m.KycPage), 'kyc');

const SupportPage = lazyPage(() => import('../routes/support/support-page.tsx').then((m) => m.SupportPage), 'support');

const routes = [
  createRoute({
    ...open,
    path: paths.start,
    beforeLoad: (place) => {
      requireStaff(place);
      const session = currentSession();
      if (session.status !== 'staff') return;
      const first = navigation.find((entry) => mayOpen(entry, session.staff.roles));
      throw redirect({ to: first?.to ?? paths.access, replace: true });
    },
  }),
  createRoute({
    ...open,
    path: paths.signIn,
    validateSearch: signInSearch,
    beforeLoad: requireVisitor,
    component: lazyPage(() => import('../routes/signin/sign-in-page.tsx').then((m) => m.SignInPage), 'access'),
  }),
  createRoute({
    ...open,
    path: paths.welcome,
    component: lazyPage(() => import('../routes/welcome/welcome-page.tsx').then((m) => m.WelcomePage), 'access'),
  }),
  createRoute({
    ...inside,
    path: paths.access,
    component: lazyPage(() => import('../routes/access/access-page.tsx').then((m) => m.AccessPage), 'access'),
  }),
  createRoute({
    ...inside,
    path: paths.approvals,
    component: lazyPage(
      () => import('../routes/approvals/approvals-page.tsx').then((m) => m.ApprovalsPage),
      'approvals',
    ),
  }),
  createRoute({
    ...inside,
    path: paths.settings,
    component: lazyPage(() => import('../routes/settings/settings-page.tsx').then((m) => m.SettingsPage), 'settings'),
  }),
  createRoute({
    ...inside,
    path: paths.audit,
    component: lazyPage(() => import('../routes/audit/audit-page.tsx').then((m) => m.AuditPage), 'audit'),
  }),
  createRoute({
    ...inside,
    path: paths.treasury,
    component: lazyPage(() => import('../routes/treasury/treasury-page.tsx').then((m) => m.TreasuryPage), 'treasury'),
  }),
  createRoute({
    ...inside,
    path: paths.health,
    component: lazyPage(() => import('../routes/health/health-page.tsx').then((m) => m.HealthPage), 'health'),
  }),
  createRoute({
    ...inside,
    path: paths.staff,
    component: lazyPage(() => import('../routes/staff/staff-page.tsx').then((m) => m.StaffPage), 'staff'),
  }),
  createRoute({ ...inside, path: paths.support, component: SupportPage }),
  createRoute({ ...inside, path: paths.supportThread, component: SupportPage }),
  createRoute({
    ...inside,
    path: paths.news,
    component: lazyPage(() => import('../routes/news/news-page.tsx').then((m) => m.NewsPage), 'news'),
  }),
  createRoute({
    ...inside,
    path: paths.promotions,
    component: lazyPage(
      () => import('../routes/promotions/promotions-page.tsx').then((m) => m.PromotionsPage),
      'promotions',
    ),
  }),
  createRoute({
    ...inside,
    path: paths.coins,
    component: lazyPage(() => import('../routes/coins/coins-page.tsx').then((m) => m.CoinsPage), 'listing'),
  }),
  createRoute({
    ...inside,
    path: paths.markets,
    component: lazyPage(() => import('../routes/markets/markets-page.tsx').then((m) => m.MarketsPage), 'listing'),
  }),
  createRoute({
    ...inside,
    path: paths.risk,
    validateSearch: riskSearch,
    component: lazyPage(() => import('../routes/risk/risk-page.tsx').then((m) => m.RiskPage), 'risk', 'listing'),
  }),
  createRoute({
    ...inside,
    path: paths.clients,
    validateSearch: clientsSearch,
    component: lazyPage(() => import('../routes/clients/clients-page.tsx').then((m) => m.ClientsPage), 'people'),
  }),
  createRoute({
    ...inside,
    path: paths.client,
    component: lazyPage(() => import('../routes/clients/client-page.tsx').then((m) => m.ClientPage), 'people'),
  }),
  createRoute({
    ...inside,
    path: paths.withdrawals,
    component: lazyPage(
      () => import('../routes/withdrawals/withdrawals-page.tsx').then((m) => m.WithdrawalsPage),
      'withdrawals',
    ),
  }),
  createRoute({
    ...inside,
    path: paths.purchases,
    validateSearch: purchasesSearch,
    component: lazyPage(
      () => import('../routes/purchases/purchases-page.tsx').then((m) => m.PurchasesPage),
      'purchases',
    ),
  }),
  createRoute({
    ...inside,
    path: paths.rewards,
    component: lazyPage(() => import('../routes/rewards/rewards-page.tsx').then((m) => m.RewardsPage), 'rewards'),
  }),
  createRoute({
    ...inside,
    path: paths.referralHolds,
    component: lazyPage(
      () => import('../routes/referral-holds/referral-holds-page.tsx').then((m) => m.ReferralHoldsPage),
      'rewards',
    ),
  }),
  createRoute({
    ...inside,
    path: paths.earn,
    component: lazyPage(() => import('../routes/earn/earn-page.tsx').then((m) => m.EarnPage), 'earn'),
  }),
  createRoute({
    ...inside,
    path: paths.dual,
    component: lazyPage(() => import('../routes/dual/dual-page.tsx').then((m) => m.DualPage), 'dual'),
  }),
  createRoute({
    ...inside,
    path: paths.blockedAddresses,
    component: lazyPage(
      () => import('../routes/blocked-addresses/blocked-addresses-page.tsx').then((m) => m.BlockedAddressesPage),
      'withdrawals',
    ),
  }),
  createRoute({
    ...inside,
    path: paths.restrictions,
    component: lazyPage(
      () => import('../routes/restrictions/restrictions-page.tsx').then((m) => m.RestrictionsPage),
      'people',
    ),
  }),
  createRoute({
    ...inside,
    path: paths.objections,
    component: lazyPage(
      () => import('../routes/objections/objections-page.tsx').then((m) => m.ObjectionsPage),
      'people',
    ),
  }),
  createRoute({ ...inside, path: paths.kyc, validateSearch: kycSearch, component: KycPage }),
  createRoute({ ...inside, path: paths.kycCase, validateSearch: kycSearch, component: KycPage }),
];

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingMs: 150,
  defaultPendingComponent: Loading,
  defaultErrorComponent: PageFailure,
  InnerWrap: Themed,
  scrollRestoration: true,
});

// Guards are synchronous; they run again once the session is known, and when it changes.
onSessionChange((session, before) => {
  if (before.status === 'staff' && session.status === 'visitor') queryClient.clear();
  void router.invalidate();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
