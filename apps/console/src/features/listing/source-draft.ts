import type { CallResponse } from '../../lib/api.ts';

export type Offered = CallResponse<'GET /api/v3/console/index-sources'>['sources'];
export type SourceSymbol =
  CallResponse<'GET /api/v3/console/index-sources'>['markets'][number]['index_sources'][number];
export type SourceCheck = CallResponse<'GET /api/v3/console/index-sources/check'>;

/** The symbol typed for each source, by the source's id; undefined if the source is not used. */
export type SourceDraft = Readonly<Record<string, string | undefined>>;

const symbolForm = /^[A-Z0-9]{1,16}-[A-Z0-9]{1,16}$/;
const LEAST_SOURCES = 2;

/**
 * The default sources: all that are offered, each with a symbol made of the codes of the market's coins. The symbols
 * are empty until the base coin is chosen.
 */
export const draftOfAll = (offered: Offered, base: string, quote: string): SourceDraft =>
  Object.fromEntries(offered.map(({ source }) => [source, base === '' ? '' : `${base}-${quote}`]));

export const draftOfChoice = (choice: readonly SourceSymbol[]): SourceDraft =>
  Object.fromEntries(choice.map(({ source, symbol }) => [source, symbol]));

/** The used sources, in the order in which they are offered. */
export const sourcesBody = (draft: SourceDraft, offered: Offered): SourceSymbol[] =>
  offered.flatMap(({ source }) => {
    const symbol = draft[source];
    return symbol === undefined ? [] : [{ source, symbol }];
  });

export type SourceFault = 'tooFew' | 'malformed' | 'unpriced' | 'unconfirmed';

/** Why the sources cannot be used yet; undefined if they can. */
export function sourceFault(
  draft: SourceDraft,
  offered: Offered,
  check: SourceCheck | undefined,
): SourceFault | undefined {
  const body = sourcesBody(draft, offered);
  if (body.length < Math.min(LEAST_SOURCES, offered.length)) return 'tooFew';
  if (!body.every(isWellFormed)) return 'malformed';
  const checked = body.map(({ source, symbol }) =>
    check?.sources.find((one) => one.source === source && one.symbol === symbol),
  );
  if (checked.some((one) => one?.state !== 'priced')) return 'unpriced';
  return check?.price === '' ? 'unconfirmed' : undefined;
}

const isWellFormed = ({ symbol }: SourceSymbol): boolean => symbolForm.test(symbol);

/**
 * The parameter of the request that checks the sources; undefined if no source is used, or if a symbol is malformed.
 */
export function symbolsText(draft: SourceDraft, offered: Offered): string | undefined {
  const body = sourcesBody(draft, offered);
  if (body.length === 0 || !body.every(isWellFormed)) return undefined;
  return body.map(({ source, symbol }) => `${source}:${symbol}`).join(',');
}
