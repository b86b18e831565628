import { type Static, type TSchema, Type } from 'typebox';

/** An amount or a price on the wire: plain digits with at most one point. */
export const Decimal = Type.String({ pattern: '^[0-9]{1,16}(\\.[0-9]{1,18})?$', examples: ['0.015'] });
/** An amount that may be negative. */
export const SignedDecimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', examples: ['-12.5'] });
/** A percentage, such as -1.25 for a change of -1.25%. */
export const Percent = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', examples: ['-1.25'] });
/** The latest time that a Date can hold (ECMA-262). */
const LAST_TIME_MS = 8_640_000_000_000_000;
/** Milliseconds since the Unix epoch. */
export const TimeMs = Type.Integer({ minimum: 0, maximum: LAST_TIME_MS, examples: [1763661600000] });
/** A UTC date. */
export const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$', examples: ['2026-01-31'] });
/** A log position: the number of commands in the exchange's log up to that point. */
export const Position = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
/** The number of changes so far, for detecting concurrent changes; a Postgres integer. */
export const Version = Type.Integer({ minimum: 0, maximum: 2_147_483_647 });
/** A coin such as BTC. */
export const CoinName = Type.String({ pattern: '^[A-Za-z0-9]{1,8}$', examples: ['BTC'] });
/** The networks for deposits and withdrawals. */
const networkNames = ['TRC20', 'ERC20', 'BEP20', 'BTC'] as const;
/** A pair: the coin plus USDT. */
export const PairName = Type.String({ pattern: '^[A-Za-z0-9]{5,16}$', examples: ['BTCUSDT'] });
/** A perpetual market: its coin, its settlement asset, and PERP. */
export const ContractName = Type.String({
  pattern: '^[A-Za-z0-9]{1,8}-[A-Za-z0-9]{1,8}-PERP$',
  examples: ['BTC-USDT-PERP'],
});
/** A pair, or a perpetual market. */
export const MarketName = Type.String({
  pattern: '^([A-Za-z0-9]{5,16}|[A-Za-z0-9]{1,8}-[A-Za-z0-9]{1,8}-PERP)$',
  examples: ['BTCUSDT'],
});
/** A coin, which stands for its spot market, or a perpetual market. */
export const CandleSymbol = Type.String({
  pattern: '^([A-Za-z0-9]{1,8}|[A-Za-z0-9]{1,8}-[A-Za-z0-9]{1,8}-PERP)$',
  examples: ['BTC'],
});
export const OrderIdText = Type.String({ pattern: '^[0-9]{1,16}$', examples: ['1024'] });
export const Email = Type.String({ minLength: 3, maxLength: 254, examples: ['ada@example.com'] });
/** The uid that clients and operators see. */
export const Uid = Type.String({ pattern: '^[0-9]{1,12}$', examples: ['482107731'] });
/** The ID of a record; IDs are counted up from one. */
export const RowId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const Password = Type.String({ minLength: 1, maxLength: 128 });
/** A name or a label: one line with a visible character and no bidirectional controls. It may appear in an email. */
export const NameText = (options: {
  readonly minLength?: number;
  readonly maxLength: number;
  readonly examples?: string[];
}) =>
  Type.String({
    minLength: 1,
    ...options,
    pattern: '^(?=.*[\\p{L}\\p{N}\\p{P}\\p{S}])[^\\p{Cc}\\p{Zl}\\p{Zp}\\p{Bidi_Control}]*$',
  });
export const PasskeyName = NameText({ maxLength: 60, examples: ['Laptop'] });
/** Six digits from an authenticator or a message, or a recovery code. */
export const AnyCode = Type.String({ minLength: 6, maxLength: 16, examples: ['123456'] });
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const uuidExamples = { examples: ['0b8ff4a6-4f1e-4c1a-9a38-3c1d6c0f9a11'] };
export const Uuid = Type.String({ pattern: `^${UUID}$`, ...uuidExamples });
export const EmptyOrUuid = Type.String({ pattern: `^(${UUID})?$`, ...uuidExamples });
export const Cursor = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });

type Properties = Record<string, TSchema>;
/** An object with these fields and no others. */
export const Exact = <P extends Properties>(properties: P) => Type.Object(properties, { additionalProperties: false });
/** One of these words. */
export const Words = <const W extends readonly string[]>(words: W) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words] });
export const Optional = Type.Optional;
/** The page of a list that a request asks for: the first page if there is no cursor. */
export const paged = {
  cursor: Optional(Cursor),
  limit: Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
};
/**
 * The page of a history that a request asks for: of all rows, or of the rows from the day `from` to the day `to` (UTC,
 * both included), beginning with the newest row (default) or the oldest.
 */
export const pagedHistory = {
  ...paged,
  from: Optional(Day),
  to: Optional(Day),
  sort: Optional(Words(['newest', 'oldest'])),
};
/** The cursors of the next and the previous page of a history; absent if there is none. */
export const turned = {
  next_cursor: Optional(Cursor),
  previous_cursor: Optional(Cursor),
  position: Position,
};
/** How an order ended: `cancelled` includes every order that was not filled completely. */
export const endStates = ['filled', 'cancelled'] as const;
/** A file that is streamed while it is generated. */
export const TextFile = Type.Unsafe<AsyncIterable<string>>({ type: 'string', contentMediaType: 'text/csv' });
export const NetworkName = Words(networkNames);

/** The response of a call that returns no data. */
export const Success = Exact({ message: Words(['success']) });
/** An operator's reason for an action, for the audit trail. */
export const ReasonLike = (example: string) => Type.String({ minLength: 3, maxLength: 300, examples: [example] });
/** The origin of a request: browser, operating system and IP address. Empty if unknown. */
export const device = { browser: Type.String(), system: Type.String(), ip: Type.String() };
/** Options or a response of WebAuthn Level 3, as JSON. */
export const WebAuthn = Type.Object({}, { additionalProperties: true });
export const RecoveryCodes = Exact({ recovery_codes: Type.Array(Type.String()) });
export type { Static, TSchema };

/** Whole USDT. */
export const WholeUsdt = Type.String({ pattern: '^(0|[1-9][0-9]{0,11})$', examples: ['1000'] });
