import { pathInside } from '@vitrine/ui';

/** Every URL of the client app. `$name` is a parameter. Most pages have a folder of the same name under src/routes. */
export const paths = {
  landing: '/',
  home: '/home',
  signIn: '/signin',
  signUp: '/signup',
  signUpWithReferral: '/signup/$referralCode',
  authCallback: '/auth/callback',
  /** The specification's other name for the sign-in callback. */
  redirect: '/redirect',
  markets: '/markets/prices',
  marketsPos: '/markets/pos',
  marketsPow: '/markets/pow',
  marketsInnovation: '/markets/innovation',
  marketsFavorites: '/markets/favorites',
  tradingData: '/markets/trading_data',
  /** Rules and records of one perpetual market, public. */
  futuresData: '/markets/futures/$coin',
  spotDefault: '/trades/spot',
  spot: '/trades/spot/$coin',
  tradeChartDefault: '/trades/trade-chart',
  tradeChart: '/trades/trade-chart/$coin',
  futuresDefault: '/trades/futures',
  futures: '/trades/futures/$coin',
  /** One coin's market, public and read-only. */
  price: '/price/$coin',
  wallet: '/wallet',
  deposit: '/wallet/deposit',
  buy: '/wallet/buy',
  convert: '/wallet/convert',
  convertShort: '/convert',
  earn: '/wallet/earn',
  /** A shorter URL of `earn`; redirects there. */
  earnShort: '/earn',
  simpleEarn: '/wallet/simple_earn',
  stake: '/wallet/stake',
  miner: '/wallet/miner',
  /** What the client's stakes and miners accrue now. */
  liveMining: '/wallet/live',
  autoInvest: '/wallet/auto_invest',
  analysis: '/wallet/analysis',
  transfer: '/wallet/transfer',
  /** The specification's shorter URL of `transfer`; redirects there. */
  transferShort: '/transfer',
  /** One coin's page; fixed pages below /wallet take precedence. */
  walletCoin: '/wallet/$coin',
  history: '/history',
  /** The specification's other URL of `history`; redirects there. */
  walletTransactions: '/wallet/transactions',
  statement: '/history/statement',
  yearlyReport: '/history/yearly-report',
  withdraw: '/wallet/withdraw',
  savedAddresses: '/wallet/withdraw/addresses',
  /** The specification's shorter URL of `withdraw`; redirects there. */
  withdrawShort: '/withdraw',
  profile: '/profile',
  settings: '/settings',
  feeRate: '/fee-rate',
  notifications: '/account/notifications',
  news: '/news/$id',
  pay: '/account/pay',
  rewards: '/account/rewards',
  games: '/account/games',
  referral: '/account/referral',
  tasks: '/account/tasks',
  restrictions: '/account/restrictions',
  verifyAccount: '/account/verify',
  verificationOverview: '/verification/overview',
  verificationKyc: '/verification/kyc',
  tierVerification: '/tier-verification',
  security: '/account/security',
  /** The specification's other URL of `security`; redirects there. */
  securityOld: '/security',
  changePassword: '/account/change_password',
  changeTransactionPassword: '/account/change_transaction_password',
  accountConnections: '/account/security/account_connections',
  antiPhishing: '/account/security/anti_phishing',
  appAuthorization: '/account/security/app_authorization',
  securityEvents: '/account/security/events',
  about: '/about',
  contact: '/contactus',
  terms: '/legal-center/terms',
  privacy: '/legal-center/privacy',
  pageUnavailable: '/page-unavailable',
} as const;

export const DEFAULT_COIN = 'BTC';

/** Pages with a white background, in either color scheme. */
export const isOnWhite = (pathname: string): boolean => /^\/(sign(in|up)|auth|redirect)(\/|$)/.test(pathname);

const withFooter: ReadonlySet<string> = new Set([
  paths.landing,
  paths.home,
  paths.markets,
  paths.marketsPos,
  paths.marketsPow,
  paths.marketsInnovation,
  paths.marketsFavorites,
  paths.tradingData,
  paths.about,
  paths.contact,
  paths.terms,
  paths.privacy,
  paths.feeRate,
  paths.simpleEarn,
  paths.verificationOverview,
  paths.tierVerification,
  paths.security,
  paths.referral,
]);

/** Text pages end with a footer; pages that fill the window do not. */
export const hasFooter = (pathname: string): boolean => withFooter.has(pathname) || /^\/(news|price)\//.test(pathname);

/** The layout of a page, as far as its URL determines it: used for the placeholder while it loads. */
export type PageKind =
  | 'trade'
  | 'chart'
  | 'futures'
  | 'overview'
  | 'account'
  | 'list'
  | 'form'
  | 'person'
  | 'markets'
  | 'reading';

const kinds: readonly (readonly [RegExp, PageKind])[] = [
  [/^\/trades\/trade-chart(\/|$)/, 'chart'],
  [/^\/trades\/futures(\/|$)/, 'futures'],
  [/^\/trades(\/|$)/, 'trade'],
  [/^\/markets(\/|$)/, 'markets'],
  [/^\/wallet\/(deposit|withdraw|transfer|convert|buy)$/, 'form'],
  [/^\/wallet\/withdraw\/addresses$/, 'list'],
  [/^\/history(\/|$)/, 'list'],
  [/^\/wallet(\/|$)/, 'account'],
  [/^\/(account|profile|settings|verification|tier-verification|fee-rate)(\/|$)/, 'person'],
];

export function pageKind(pathname: string, search: { readonly tab?: unknown }): PageKind {
  if (pathname === paths.wallet && search.tab === undefined) return 'overview';
  return kinds.find(([address]) => address.test(pathname))?.[1] ?? 'reading';
}

/**
 * A path inside this app to return to after sign-in; for anything else, and for the sign-in pages themselves, the path
 * of the wallet.
 */
export function safeReturnPath(path: string | undefined): string {
  const inside = pathInside(path);
  return inside !== undefined && !isOnWhite(inside.split(/[?#]/)[0] ?? '') ? inside : paths.wallet;
}
