import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Cursor, Decimal, Exact, Optional, Position, paged, RowId, TimeMs, Words } from '../schema.ts';
import { passwordFields } from './orders.ts';

/** Why a miner is not for rent; `moved`: at today’s prices, its output is worth too much for its price. */
const minerClosedReasons = ['paused', 'coin_delisted', 'moved', 'quota', 'pool'] as const;
const rentalStates = ['RUNNING', 'ENDED'] as const;

/** The terms of a miner or a rental. */
const terms = {
  /** The coin that it yields. */
  name: CoinName,
  full_name: Type.String(),
  image: Type.String(),
  decimals: Type.Integer(),
  price: Decimal,
  price_coin: CoinName,
  /** The term in days. */
  days: Type.Integer({ minimum: 90, maximum: 3_650, examples: [90] }),
  /** The output per day, and of the whole term, in the coin. */
  daily_output: Decimal,
  total_output: Decimal,
  /** The value of the whole output at today’s price. */
  total_value_usdt: Decimal,
  /**
   * The day of the term on which the output so far reaches the value of the price, at today’s price of the coin, and
   * its date. Both are absent if the whole output is worth less.
   */
  break_even_day: Optional(Type.Integer({ minimum: 1 })),
  break_even_at: Optional(TimeMs),
};

const MinerProduct = Exact({
  id: RowId,
  ...terms,
  /** The first and the last day of the term if it is rented now. */
  starts_at: TimeMs,
  ends_at: TimeMs,
  /** How many can still be rented, and how many one client can rent at a time. */
  units_left: Type.Integer({ minimum: 0 }),
  most_per_client: Type.Integer({ minimum: 1 }),
  /** The pool's balance for further rentals, and the amount reserved for running ones. */
  pool_free: Decimal,
  pool_promised: Decimal,
  source: Words(['promotional_budget', 'fees']),
  /** Whether it is part of the sandbox’s demo data. */
  demo: Type.Boolean(),
  open: Type.Boolean(),
  closed_reason: Optional(Words(minerClosedReasons)),
  /** The id of the published terms. */
  version: RowId,
});

const Rental = Exact({
  id: RowId,
  product_id: RowId,
  ...terms,
  state: Words(rentalStates),
  rented_at: TimeMs,
  date_start: TimeMs,
  date_end: TimeMs,
  ended_at: Optional(TimeMs),
  /** The number of days whose output has been paid to the spot wallet, and that output. */
  day: Type.Integer({ minimum: 0 }),
  accrued: Decimal,
  accrued_value_usdt: Decimal,
  /** When the next day of output is paid. */
  next_output: Optional(TimeMs),
  /** The log position of the price payment. */
  position: Position,
});

const forClients = { area: 'earn', access: 'client' } as const;

export const minerEndpoints = {
  minings: defineEndpoint({
    ...forClients,
    method: 'GET',
    path: '/api/v3/minings',
    errors: [],
    summary:
      'The miners for rent, with price, term, daily output and break-even at today’s price, and the client’s own rentals (`miners`), newest first, with what each has paid.',
    query: Exact({ ...paged }),
    response: Exact({
      products: Type.Array(MinerProduct),
      miners: Type.Array(Rental),
      next_cursor: Optional(Cursor),
      time: TimeMs,
      position: Position,
    }),
  }),
  rentMiner: defineEndpoint({
    ...forClients,
    method: 'POST',
    path: '/api/v3/minings/rent',
    money: true,
    errors: [
      'unknown_product',
      'terms_not_accepted',
      'rental_terms_changed',
      'product_closed',
      'miner_sold_out',
      'too_many_rentals',
      'pool_cannot_cover',
      'exceeds_balance',
      'account_restricted',
      'kyc_required',
      'transaction_password_required',
      'transaction_password_missing',
    ],
    wording: { product_closed: 'rental', pool_cannot_cover: 'rental', terms_not_accepted: 'rental' },
    example: { product_id: 1, version: 1, accepted: true, transaction_password: 'my second password' },
    summary:
      'Rents a miner: pays its price from the spot wallet. The output of the whole term is reserved in the pool in the same ledger entry, and one day of it is paid to the spot wallet every day at 00:00 UTC. `version` is that of the terms that the client has seen; `accepted` confirms that the price is not paid back.',
    body: Exact({ product_id: RowId, version: RowId, accepted: Type.Boolean(), ...passwordFields }),
    response: Exact({
      message: Words(['success', 'wrong_transaction_password']),
      rental_id: Optional(RowId),
      starts_at: Optional(TimeMs),
      ends_at: Optional(TimeMs),
      position: Optional(Position),
    }),
  }),
};
