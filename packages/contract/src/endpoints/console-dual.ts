import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Decimal, Exact, Optional, Percent, Position, ReasonLike, RowId, TimeMs, Words } from '../schema.ts';

const sides = ['SELL_HIGH', 'BUY_LOW'] as const;
const closedReasons = ['paused', 'coin_delisted', 'expiry', 'no_index', 'price', 'moved', 'quota', 'pool'] as const;
const staff = { area: 'console', access: 'staff', roles: ['treasury'] } as const;

export const consoleDualEndpoints = {
  consoleDual: defineEndpoint({
    method: 'GET',
    path: '/api/v3/console/dual',
    ...staff,
    audited: false,
    errors: [],
    summary:
      'The dual investment offers that have not expired, and each coin’s pool: the free amount, and the amounts reserved for both outcomes of running investments.',
    response: Exact({
      pools: Type.Array(
        Exact({
          /** The coin whose offers the pool covers. */
          pool: CoinName,
          /** The coin that is held: that coin, or USDT. */
          coin: CoinName,
          free: Decimal,
          promised: Decimal,
        }),
      ),
      offers: Type.Array(
        Exact({
          offer_id: RowId,
          coin: CoinName,
          side: Words(sides),
          strike: Decimal,
          index: Optional(Decimal),
          apr: Percent,
          expires_at: TimeMs,
          /** The asset of the amounts. */
          deposit: CoinName,
          minimum_amount: Decimal,
          maximum_amount: Decimal,
          quota: Decimal,
          used: Decimal,
          closed_reason: Optional(Words(closedReasons)),
        }),
      ),
      time: TimeMs,
      position: Position,
    }),
  }),
  consoleAskForDualOffer: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/dual/offer',
    ...staff,
    errors: [
      'unknown_coin',
      'offer_invalid',
      'amount_required',
      'malformed_amount',
      'excess_decimals',
      'exceeds_range',
      'approver_too_new',
    ],
    example: {
      coin: 'BTC',
      side: 'SELL_HIGH',
      strike: '70000',
      apr: '18.25',
      move_percent: '3',
      expires_at: 1_800_000_000_000,
      minimum_amount: '0.001',
      maximum_amount: '1',
      quota: '3',
      reason: 'Offers of the week',
    },
    summary:
      'Requests the publication of a dual investment offer. Its terms never change; it can only be closed to new investments.',
    body: Exact({
      coin: CoinName,
      side: Words(sides),
      strike: Decimal,
      apr: Decimal,
      /** How far the index may move from its value at the request before the offer stops accepting new investments. */
      move_percent: Decimal,
      expires_at: TimeMs,
      minimum_amount: Decimal,
      maximum_amount: Decimal,
      quota: Decimal,
      reason: ReasonLike('Offers of the week'),
    }),
    response: Exact({ approval: RowId }),
  }),
  consoleWithdrawDualOffer: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/dual/withdraw',
    ...staff,
    errors: ['unknown_product', 'nothing_to_change'],
    example: { offer_id: 1, reason: 'The rate is wrong' },
    summary:
      'Permanently closes a dual investment offer to new investments, with immediate effect. Running investments continue.',
    body: Exact({ offer_id: RowId, reason: ReasonLike('The rate is wrong') }),
    response: Exact({ message: Words(['success']) }),
  }),
  consoleAskToFundDual: defineEndpoint({
    method: 'POST',
    path: '/api/v3/console/dual/fund',
    ...staff,
    errors: [
      'unknown_coin',
      'exceeds_house_funds',
      'amount_required',
      'malformed_amount',
      'excess_decimals',
      'exceeds_range',
      'approver_too_new',
    ],
    example: { pool: 'BTC', coin: 'USDT', amount: '100000', reason: 'Cover of the next offers' },
    summary: 'Requests a transfer from the treasury into the pool that covers the dual investments of a coin.',
    body: Exact({
      /** The coin whose offers the pool covers. */
      pool: CoinName,
      coin: CoinName,
      amount: Decimal,
      reason: ReasonLike('Cover of the next offers'),
    }),
    response: Exact({ approval: RowId }),
  }),
};
