import type { StaffRole } from '@vitrine/contract';
import { paths } from '../lib/paths.ts';

/** One entry of the console's main menu. */
export interface NavigationEntry {
  readonly to: string;
  /** Key of its name in locales/en/common.json. */
  readonly text: `nav.${'support' | 'news' | 'promotions' | 'coins' | 'markets' | 'risk' | 'approvals' | 'kyc' | 'clients' | 'restrictions' | 'objections' | 'treasury' | 'settings' | 'staff' | 'audit' | 'health' | 'withdrawals' | 'purchases' | 'rewards' | 'referralHolds' | 'dual' | 'earn' | 'blockedAddresses'}`;
  /** Roles that see the entry: those that may make the page's calls. Administrators and auditors always see it. */
  readonly roles: readonly StaffRole[];
}

/** The main menu, in display order. Pages without an entry are linked from other pages. */
export const navigation: readonly NavigationEntry[] = [
  { to: paths.approvals, text: 'nav.approvals', roles: ['compliance', 'treasury', 'support', 'listing'] },
  { to: paths.withdrawals, text: 'nav.withdrawals', roles: ['treasury', 'compliance'] },
  { to: paths.purchases, text: 'nav.purchases', roles: ['treasury', 'compliance', 'support'] },
  { to: paths.kyc, text: 'nav.kyc', roles: ['compliance'] },
  { to: paths.support, text: 'nav.support', roles: ['support', 'compliance'] },
  { to: paths.news, text: 'nav.news', roles: ['support'] },
  { to: paths.promotions, text: 'nav.promotions', roles: ['support'] },
  { to: paths.coins, text: 'nav.coins', roles: ['listing', 'treasury', 'support'] },
  { to: paths.markets, text: 'nav.markets', roles: ['listing', 'treasury', 'support'] },
  { to: paths.risk, text: 'nav.risk', roles: ['treasury', 'listing'] },
  { to: paths.clients, text: 'nav.clients', roles: ['support', 'compliance', 'treasury'] },
  { to: paths.restrictions, text: 'nav.restrictions', roles: ['support', 'compliance', 'treasury'] },
  { to: paths.objections, text: 'nav.objections', roles: ['support', 'compliance'] },
  { to: paths.treasury, text: 'nav.treasury', roles: ['treasury'] },
  { to: paths.rewards, text: 'nav.rewards', roles: ['treasury'] },
  { to: paths.referralHolds, text: 'nav.referralHolds', roles: ['compliance', 'treasury'] },
  { to: paths.earn, text: 'nav.earn', roles: ['treasury'] },
  { to: paths.dual, text: 'nav.dual', roles: ['treasury'] },
  { to: paths.blockedAddresses, text: 'nav.blockedAddresses', roles: ['treasury', 'compliance'] },
  { to: paths.settings, text: 'nav.settings', roles: ['compliance', 'treasury', 'support', 'listing'] },
  { to: paths.staff, text: 'nav.staff', roles: [] },
  { to: paths.audit, text: 'nav.audit', roles: [] },
  { to: paths.health, text: 'nav.health', roles: ['compliance', 'treasury', 'support', 'listing'] },
];

/** An administrator may do everything, an auditor sees everything. */
export const mayOpen = ({ roles: allowed }: Pick<NavigationEntry, 'roles'>, roles: readonly StaffRole[]): boolean =>
  roles.some((role) => role === 'administrator' || role === 'auditor' || allowed.includes(role));
