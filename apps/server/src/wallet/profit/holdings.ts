import type { Holding, OpenBook } from './client-books.ts';

/** Each account's balance at the P&L book's position. */
export function holdingsNow({ before, days }: Pick<OpenBook, 'before' | 'days'>): readonly Holding[] {
  const newest = new Map<string, Holding>();
  for (const holding of [...before, ...days]) newest.set(`${holding.wallet} ${holding.asset}`, holding);
  return [...newest.values()].map(({ wallet, asset, units }) => ({ wallet, asset, units }));
}
