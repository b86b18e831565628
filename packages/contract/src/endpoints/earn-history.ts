import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Cursor, Day, Decimal, Exact, Optional, Position, RowId, TimeMs, turned, Words } from '../schema.ts';

/** What moved the money of Earn. WITHDRAW and RENTAL are shown as negative amounts. */
export const earnTransactionTypes = ['SUBSCRIBE', 'WITHDRAW', 'INTEREST', 'RENTAL', 'OUTPUT', 'SETTLEMENT'] as const;
export const earnProductKinds = ['FLEXIBLE', 'LOCKED', 'DUAL', 'MINER'] as const;
export const earnDirections = ['IN', 'OUT'] as const;
/** Why money left Earn: a withdrawal’s cause. */
const withdrawalCauses = [
  'redeemed',
  'unlocked',
  'notice_ended',
  'term_ended',
  'closed',
  'returned',
  'converted',
] as const;

const EarnTransaction = Exact({
  /** The log position and the line of the entry, as in the ledger. */
  id: Type.String(),
  transaction_type: Words(earnTransactionTypes),
  product: Words(earnProductKinds),
  /** Of a withdrawal. */
  cause: Optional(Words(withdrawalCauses)),
  /** The coin. */
  name: CoinName,
  full_name: Type.String(),
  image: Type.String(),
  /** Without a sign: `direction` says whether it is shown as negative. */
  amount: Decimal,
  direction: Words(earnDirections),
  /** The wallet whose balance the amount has changed. */
  wallet: Words(['spot', 'earn']),
  /**
   * What it belongs to. All three are absent for a day’s flexible interest and a day’s output of miners, which are paid in
   * one sum for all of the client’s subscriptions or miners.
   */
  stake_id: Optional(RowId),
  investment_id: Optional(RowId),
  rental_id: Optional(RowId),
  time: TimeMs,
  position: Position,
});

export const earnHistoryEndpoints = {
  earnTransactions: defineEndpoint({
    method: 'GET',
    path: '/api/v3/earn/transaction',
    area: 'earn',
    access: 'client',
    reads: 'histories',
    errors: ['unknown_coin'],
    summary:
      'Every movement of the client’s money in Earn, newest first: subscriptions, withdrawals (redemption, unlock, end of a term), interest, rent and output of miners, and settlements of dual investments. Each is one line of the client’s ledger. Can be filtered by coin, product, type, direction and dates, and paged in both directions.',
    query: Exact({
      cursor: Optional(Cursor),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 200, default: 20 })),
      from: Optional(Day),
      to: Optional(Day),
      name: Optional(CoinName),
      product: Optional(Words(earnProductKinds)),
      transaction_type: Optional(Words(earnTransactionTypes)),
      direction: Optional(Words(earnDirections)),
    }),
    response: Exact({ transaction: Type.Array(EarnTransaction), ...turned }),
  }),
};
