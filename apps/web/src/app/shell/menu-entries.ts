import {
  IconArrowsExchange,
  IconChartCandle,
  IconCreditCard,
  IconHome,
  IconLeaf,
  IconTrendingUp,
  IconWallet,
} from '@tabler/icons-react';
import { paths } from '../../lib/paths.ts';

const TRADES = '/trades';
const FUTURES = '/trades/futures';

/** The entries of the top bar. */
export const topEntries = [
  { text: 'nav.buy', to: paths.buy, params: {}, section: '/wallet/buy' },
  { text: 'nav.markets', to: paths.markets, params: {}, section: '/markets' },
  { text: 'nav.trade', to: paths.spotDefault, params: {}, section: TRADES },
  { text: 'nav.futures', to: paths.futuresDefault, params: {}, section: FUTURES },
  { text: 'nav.convert', to: paths.convert, params: {}, section: '/wallet/convert' },
  { text: 'nav.earn', to: paths.simpleEarn, params: {}, section: '/wallet/simple_earn' },
] as const;

export const bottomEntries = [
  { text: 'nav.home', to: paths.landing, params: {}, section: '/home', icon: IconHome },
  { text: 'nav.markets', to: paths.markets, params: {}, section: '/markets', icon: IconChartCandle },
  { text: 'nav.trade', to: paths.spotDefault, params: {}, section: TRADES, icon: IconArrowsExchange },
  { text: 'nav.wallet', to: paths.wallet, params: {}, section: '/wallet', icon: IconWallet },
] as const;

/** The phone's full menu. */
export const phoneEntries = [
  ...bottomEntries,
  { text: 'nav.futures', to: paths.futuresDefault, params: {}, section: FUTURES, icon: IconTrendingUp },
  { text: 'nav.buy', to: paths.buy, params: {}, section: '/wallet/buy', icon: IconCreditCard },
  { text: 'nav.earn', to: paths.simpleEarn, params: {}, section: '/wallet/simple_earn', icon: IconLeaf },
] as const;

/** Whether a page belongs to an entry's section. */
export const isIn = (pathname: string, section: string): boolean =>
  (pathname.startsWith(section) && !(section === TRADES && pathname.startsWith(FUTURES))) ||
  (section === '/home' && pathname === paths.landing) ||
  (section === paths.wallet && pathname.startsWith(paths.history));
