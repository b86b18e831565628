import type { Convert, Converted, ConvertQuote, OwnerId } from '@vitrine/core';
import { readHistories } from '../../http/log-position.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Principal } from '../../kit/principal.ts';
import { clientReference } from '../../kit/reference.ts';
import type { ConvertRecord } from '../../projections/tables/converts.ts';
import type { Services } from '../services.ts';
import { type Accepted, refuseTrading, submitUnlocked } from '../submit-unlocked.ts';
import { type Conversion, leastOf, quoteNow } from './conversion.ts';
import { QUOTE_LIFE_MS, type QuotedConvert } from './quotes.ts';

/** A quote, valid for a few seconds. */
export interface ConvertOffer extends QuotedConvert {
  readonly quoteId: string;
  readonly quote: ConvertQuote;
}

/** A signed quote for a conversion. Throws the core's refusal of the conversion as an error. */
export function quoteConvert(services: Services, owner: OwnerId, conversion: Conversion): ConvertOffer {
  const { from, to, units } = conversion;
  const quote = quoteNow(services, owner, conversion);
  const terms: QuotedConvert = {
    owner,
    from: from.asset,
    to: to.asset,
    units,
    minUnits: leastOf(quote.receivedUnits),
    expiresMs: Date.now() + QUOTE_LIFE_MS,
  };
  return { ...terms, quote, quoteId: services.converts.quotes.sign(terms) };
}

/**
 * The log position of a conversion, and its amounts. `converted` is undefined if a repeated conversion is not found in
 * the tables.
 */
export interface ConvertDone {
  readonly position: number;
  readonly converted: Converted | ConvertRecord | undefined;
}

/** Executes a quoted conversion. Errors, besides those of the core: quote_unknown, quote_expired. */
export async function convertQuoted(
  services: Services,
  principal: Principal,
  quoteId: string,
  key?: string,
): Promise<ConvertDone> {
  const { owner } = principal;
  const quoted = services.converts.quotes.read(quoteId);
  if (quoted?.owner !== owner) throw new ApiError('quote_unknown');
  const { from, to, units, minUnits, expiresMs } = quoted;
  // A call without a key is identified by its quote. With different keys, a client can accept a quote several times
  // until it expires. Each conversion is executed at the market price and within the quote's limit, so the client gains
  // nothing.
  const reference = clientReference(owner, key ?? `quote ${quoteId}`);
  const command: Convert = { kind: 'Convert', owner, from, to, units, minUnits, reference };
  const accepted = await submitUnlocked(services, principal, command, () => {
    if (expiresMs < Date.now()) throw new ApiError('quote_expired');
    refuseTrading(services, owner);
  });
  return { position: accepted.position, converted: await convertedBy(services, owner, accepted) };
}

/** The amounts of an accepted conversion; for a repeated call, they are read from the table. */
async function convertedBy(services: Services, owner: OwnerId, { position, events }: Accepted) {
  if (events !== undefined) return events.find((event) => event.kind === 'Converted');
  return readHistories(services, owner, position, () => services.histories.convertAt(owner, position));
}
