export const historyTabs = [
  'deposit',
  'withdrawal',
  'buy',
  'sell',
  'purchase',
  'convert',
  'transfer',
  'ledger',
  'earn',
] as const;
export type HistoryTab = (typeof historyTabs)[number];

export const historyWallets = ['spot', 'funding', 'future', 'earn'] as const;
export type HistoryWallet = (typeof historyWallets)[number];

export const historyCauses = [
  'deposit',
  'withdrawal',
  'trade',
  'fee',
  'convert',
  'between_wallets',
  'purchase',
  'purchase_reversal',
  'reward',
  'interest',
  'rental',
  'correction',
  'house_funding',
  'futures_profit',
  'funding',
  'liquidation_fee',
] as const;
export type HistoryCause = (typeof historyCauses)[number];

export const earnProducts = ['FLEXIBLE', 'LOCKED', 'DUAL', 'MINER'] as const;
export const earnTypes = ['SUBSCRIBE', 'WITHDRAW', 'INTEREST', 'RENTAL', 'OUTPUT', 'SETTLEMENT'] as const;
export const earnDirections = ['IN', 'OUT'] as const;

/** The filters of a list; each tab uses those that apply. Days are in UTC, such as 2026-01-31. */
export interface HistoryFilter {
  readonly coin?: string;
  readonly from?: string;
  readonly to?: string;
  readonly state?: 'completed' | 'pending' | 'filled' | 'cancelled';
  readonly wallet?: HistoryWallet;
  readonly cause?: HistoryCause;
  /** Of transactions of Earn. */
  readonly product?: (typeof earnProducts)[number];
  readonly type?: (typeof earnTypes)[number];
  readonly direction?: (typeof earnDirections)[number];
}

/** The state of the histories page from its URL; unknown values are omitted. */
export function historySearch(
  search: Record<string, unknown>,
): HistoryFilter & { readonly tab?: HistoryTab; readonly cursor?: string } {
  const word = <W extends string>(name: string, words: readonly W[]) => words.find((one) => one === search[name]);
  const text = (name: string, form: RegExp) => {
    const value = search[name];
    return typeof value === 'string' && form.test(value) ? value : undefined;
  };
  const found = {
    tab: word('tab', historyTabs),
    coin: text('coin', /^[A-Z0-9]{1,8}$/),
    from: text('from', DAY),
    to: text('to', DAY),
    state: word('state', ['completed', 'pending', 'filled', 'cancelled'] as const),
    wallet: word('wallet', historyWallets),
    cause: word('cause', historyCauses),
    product: word('product', earnProducts),
    type: word('type', earnTypes),
    direction: word('direction', earnDirections),
    cursor:
      text('cursor', /^[A-Za-z0-9_-]{1,64}$/) ??
      (typeof search.cursor === 'number' ? String(search.cursor) : undefined),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Whether the tab's rows may be in different coins, so that they can be filtered by coin. All purchases are in one
 * coin.
 */
export const hasCoins = (tab: HistoryTab): boolean => tab !== 'purchase';

/** The states by which a tab's rows can be filtered. */
export const statesOf = (tab: HistoryTab): readonly NonNullable<HistoryFilter['state']>[] => {
  if (tab === 'deposit') return ['completed', 'pending'];
  if (tab === 'withdrawal' || tab === 'purchase') return ['completed', 'pending', 'cancelled'];
  return tab === 'buy' || tab === 'sell' ? ['filled', 'cancelled'] : [];
};
