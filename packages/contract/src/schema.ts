import { type Static, type TSchema, Type } from 'typebox';

/** An amount or a price on the wire: plain digits with at most one point. */
export const Decimal = Type.String({ pattern: '^[0-9]{1,16}(\\.[0-9]{1,18})?$', examples: ['0.015'] });
/** A change in per cent, signed, such as -1.25. */
export const Percent = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', examples: ['-1.25'] });
/** Milliseconds since the Unix epoch. */
export const TimeMs = Type.Integer({ minimum: 0, examples: [1763661600000] });
/** Log position: how many commands the answer reflects. */
export const Position = Type.Integer({ minimum: 0 });
/** A coin such as BTC. */
export const CoinName = Type.String({ pattern: '^[A-Za-z0-9]{1,8}$', examples: ['BTC'] });
/** A pair: the coin plus USDT. */
export const PairName = Type.String({ pattern: '^[A-Za-z0-9]{5,16}$', examples: ['BTCUSDT'] });
export const OrderIdText = Type.String({ pattern: '^[0-9]{1,16}$', examples: ['1024'] });
export const Email = Type.String({ minLength: 3, maxLength: 254, examples: ['ada@example.com'] });
export const Cursor = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_-]+$' });

type Properties = Record<string, TSchema>;
/** An object that admits nothing but these fields. */
export const Exact = <P extends Properties>(properties: P) => Type.Object(properties, { additionalProperties: false });
/** One of these words. */
export const Words = <const W extends readonly string[]>(words: W) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words] });
export const Optional = Type.Optional;
export type { Static, TSchema };
