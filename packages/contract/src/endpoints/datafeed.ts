import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Exact, Optional } from '../schema.ts';

const Seconds = Type.Integer({ minimum: 0, maximum: 99_999_999_999 });
const SymbolText = Type.String({ minLength: 1, maxLength: 32 });
const Loose = Type.Object({}, { additionalProperties: true });

/** The UDF protocol of charting libraries, in which figures are JSON numbers. */
const forVisitors = { method: 'GET', area: 'datafeed', access: 'visitor' } as const;

export const datafeedEndpoints = {
  udfConfig: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/config',
    errors: [],
    summary: 'UDF: the capabilities of this datafeed.',
    response: Loose,
  }),
  udfTime: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/time',
    errors: [],
    summary: 'UDF: the server’s time in seconds.',
    response: Type.Integer(),
  }),
  udfSymbols: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/symbols',
    errors: ['unknown_market'],
    summary: 'UDF: the description of one symbol, with its price precision and resolutions.',
    query: Exact({ symbol: SymbolText }),
    response: Loose,
  }),
  udfSearch: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/search',
    errors: [],
    summary: 'UDF: the symbols whose pair name or full coin name contains `query`.',
    query: Exact({
      query: Optional(Type.String({ maxLength: 32 })),
      type: Optional(Type.String({ maxLength: 32 })),
      exchange: Optional(Type.String({ maxLength: 32 })),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
    }),
    response: Type.Array(Loose),
  }),
  udfHistory: defineEndpoint({
    ...forVisitors,
    path: '/api/v3/history',
    errors: ['unknown_market'],
    summary:
      'UDF: the candles from `from` (inclusive) to `to` (exclusive). If `countback` is given, `from` is ignored and the range is the last `countback` intervals before `to`. Returns at most 2,000 candles, the newest in the range. Every 50 candles count as one request toward the rate limit.',
    query: Exact({
      symbol: SymbolText,
      resolution: Type.String({ maxLength: 4 }),
      from: Seconds,
      to: Seconds,
      countback: Optional(Type.Integer({ minimum: 1, maximum: 5000 })),
      firstDataRequest: Optional(Type.String({ maxLength: 8 })),
    }),
    response: Loose,
  }),
};
