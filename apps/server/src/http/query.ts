import { parse } from 'node:querystring';

/**
 * Maximum number of query parameters, more than any endpoint has: parsing their names takes time on the core's thread.
 */
const MOST_PARAMETERS = 64;

/** Takes the place of the parameters if a query has too many of them; the validators refuse it. */
export const TOO_MANY_PARAMETERS: Readonly<Record<string, unknown>> = Object.freeze({});

/** Parses the query of a URL. The router does so for every request, before any guard runs. */
export function parseQuery(text: string): Readonly<Record<string, unknown>> {
  let count = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) {
    count += 1;
    if (count > MOST_PARAMETERS) return TOO_MANY_PARAMETERS;
  }
  return text === '' ? {} : parse(text);
}
