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

/** Each by what it is known as, so that it is brought once. The first is the newest. */
export const firstNews = (nowMs: number): (FirstNews & { readonly origin: string })[] => [
  news(
    'sandbox',
    nowMs,
    'This is a sandbox',
    'No real money moves here. Coins, deposits and the prices of all markets are simulated, the exchange’s own market maker keeps the books filled, and everything may be erased.',
    'What is real is the way it works: the same matching, the same ledger and the same rules as in production. Open an account with any address; the mails it would get are shown on the page.',
  ),
  news(
    'log',
    nowMs - 1,
    'One log, and what you can check in it',
    'Every order, trade, deposit and fee is a numbered entry of one log. A balance is the sum of its entries and nothing else; the position beside a figure is the number of the last entry it contains.',
    'An entry is on disk before it is confirmed. Entries are written in batches, each with the hash of the one before it, so that none can be changed or left out unnoticed.',
    'The sums of all accounts per coin can be read by anyone, without an account. They come to zero at every position: what clients own is what the exchange owes.',
  ),
];
