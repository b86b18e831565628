import type { OrderEnd, SettlementMeans } from './events.ts';
import type {
  MarginChange,
  MarketStatus,
  PositionSide,
  SelfTrade,
  Side,
  TimeInForce,
  TransferPurpose,
  Wallet,
} from './terms.ts';

/**
 * The literals of each type. Batches, events, columns and hashes store a literal as its index in these arrays, so never
 * reorder them; only append.
 */
export const wallets: readonly Wallet[] = ['spot', 'future', 'funding', 'earn'];
export const sides: readonly Side[] = ['buy', 'sell'];
export const orderTypes: readonly ('limit' | 'market')[] = ['limit', 'market'];
export const timesInForce: readonly TimeInForce[] = ['gtc', 'ioc', 'fok'];
export const selfTrades: readonly SelfTrade[] = ['cancel_newest', 'cancel_oldest', 'cancel_both'];
export const triggerKinds: readonly ('none' | 'stop' | 'take_profit')[] = ['none', 'stop', 'take_profit'];
export const marketStatuses: readonly MarketStatus[] = ['open', 'cancel_only', 'halted', 'delisted'];
/** The status that a command expects a market to have. */
export const expectedStatuses: readonly ('any' | MarketStatus)[] = ['any', ...marketStatuses];
export const referenceSources: readonly ('none' | 'client' | 'outside')[] = ['none', 'client', 'outside'];
export const transferPurposes: readonly TransferPurpose[] = [
  'deposit',
  'withdrawal',
  'between_wallets',
  'convert',
  'purchase',
  'reward',
  'interest',
  'correction',
  'house_funding',
  'purchase_reversal',
  'rental',
];
export const orderEnds: readonly OrderEnd[] = [
  'filled',
  'cancelled',
  'unfilled',
  'self_trade',
  'oco',
  'frozen',
  'trigger_refused',
  'beyond_protection',
  'position_closed',
  'would_liquidate',
  'beyond_bankruptcy',
  'liquidated',
  'open_interest_limit',
];
export const positionSides: readonly PositionSide[] = ['long', 'short'];
export const marginChanges: readonly MarginChange[] = ['add', 'remove'];
export const settlementMeans: readonly SettlementMeans[] = ['own_position', 'insurance_fund', 'deleveraging'];

export const BUY = 0;
export const SELL = 1;
export const LIMIT = 0;
export const MARKET = 1;
export const GTC = 0;
export const IOC = 1;
export const FOK = 2;
export const CANCEL_NEWEST = 0;
export const CANCEL_OLDEST = 1;
export const NO_TRIGGER = 0;
export const STOP = 1;
export const TAKE_PROFIT = 2;
export const OPEN = 0;
export const CANCEL_ONLY = 1;
export const HALTED = 2;
export const DELISTED = 3;
/** Of the expected statuses. */
export const ANY = 0;
export const SPOT = 0;
export const FUTURE = 1;
export const LONG = 0;
export const SHORT = 1;
export const ADD = 0;
export const BY_OWN_POSITION = 0;
export const BY_INSURANCE_FUND = 1;
export const BY_DELEVERAGING = 2;
export const WITHDRAWAL = 1;
export const CONVERT = 3;
export const NO_REFERENCE = 0;
export const CLIENT_REFERENCE = 1;

export const END_FILLED = 0;
export const END_CANCELLED = 1;
export const END_UNFILLED = 2;
export const END_SELF_TRADE = 3;
export const END_OCO = 4;
export const END_FROZEN = 5;
export const END_TRIGGER_REFUSED = 6;
export const END_BEYOND_PROTECTION = 7;
export const END_POSITION_CLOSED = 8;
export const END_WOULD_LIQUIDATE = 9;
export const END_BEYOND_BANKRUPTCY = 10;
export const END_LIQUIDATED = 11;
export const END_OPEN_INTEREST_LIMIT = 12;

const CODE_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** An asset's code of 1 to 8 upper-case letters and digits, packed into one number below 2^53; 0 if it is invalid. */
export const packAssetCode = (code: string): number => {
  if (!/^[0-9A-Z]{1,8}$/.test(code)) return 0;
  let packed = 0;
  for (const letter of code) packed = packed * 37 + CODE_ALPHABET.indexOf(letter) + 1;
  return packed;
};

export const unpackAssetCode = (packed: number): string => {
  let code = '';
  for (let rest = packed; rest > 0; rest = Math.floor(rest / 37)) code = CODE_ALPHABET[(rest % 37) - 1] + code;
  return code;
};

/** The number of 32-bit words in a SHA-256 hash. */
export const HASH_WORDS = 8;

/** Word `index` of a hash of 64 hexadecimal digits. */
export const hashWord = (hash: string, index: number): number =>
  Number.parseInt(hash.slice(8 * index, 8 * index + 8), 16);

export const hashOfWords = (words: Iterable<number>): string =>
  [...words].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
