/** The first news of a sandbox. */
export interface FirstNews {
  readonly kind: 'news';
  readonly audience: 'all';
  readonly title: string;
  readonly body: string;
  readonly publishAtMs: number;
}

const news = (origin: string, publishAtMs: number, title: string, ...paragraphs: readonly string[]) => ({
  origin,
  kind: 'news' as const,
  audience: 'all' as const,
  title,
  body: paragraphs.join('\n\n'),
  publishAtMs,
});

/**
 * The first news, newest first. Each item has an origin, by which it is recognized, so that it is published only once.
 */
export const firstNews = (nowMs: number): (FirstNews & { readonly origin: string })[] => [
  news(
    'sandbox',
    nowMs,
    'This is a sandbox',
    'No real money moves here. Coins, deposits and market prices are simulated, the exchange’s own market maker fills the order books, and all data may be erased.',
    'Everything else is real: the same matching, the same ledger and the same rules as in production. Open an account with any email address; the codes emailed to it are shown on the page where you enter them.',
  ),
  news(
    'log',
    nowMs - 1,
    'One log that you can check',
    'Every order, trade, deposit and fee is a numbered entry in one log. A balance is simply the sum of its entries; the position next to a figure is the number of the last entry that it includes.',
    'An entry is on disk before it is confirmed. Entries are written in batches, each with the hash of the previous one, so none can be changed or removed unnoticed.',
    'Anyone can see the sum of all accounts for each coin, even without signing in. It is zero at every position: what clients own is what the exchange owes.',
  ),
];
