import { pathInside } from '@vitrine/ui';

/** Every URL of the console, below /console. Most pages have a folder of the same name under src/routes. */
export const paths = {
  start: '/',
  signIn: '/signin',
  welcome: '/welcome',
  access: '/access',
  approvals: '/approvals',
  clients: '/clients',
  client: '/clients/$uid',
  restrictions: '/restrictions',
  objections: '/objections',
  withdrawals: '/withdrawals',
  purchases: '/purchases',
  rewards: '/rewards',
  referralHolds: '/referral-holds',
  earn: '/earn',
  dual: '/dual',
  blockedAddresses: '/blocked-addresses',
  settings: '/settings',
  staff: '/staff',
  audit: '/audit',
  treasury: '/treasury',
  health: '/health',
  support: '/support',
  supportThread: '/support/$uid',
  news: '/news',
  promotions: '/promotions',
  coins: '/coins',
  markets: '/markets',
  risk: '/risk',
  kyc: '/kyc',
  kycCase: '/kyc/$uid',
} as const;

/** A path inside the console to return to after sign-in; anything else leads to the first page. */
export function safeReturnPath(path: string | undefined): string {
  const inside = pathInside(path);
  return inside !== undefined && !/^\/(signin|welcome)/.test(inside) ? inside : paths.start;
}
