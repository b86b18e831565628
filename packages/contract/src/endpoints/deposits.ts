import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Cursor,
  Day,
  Decimal,
  Exact,
  NetworkName,
  Optional,
  Position,
  paged,
  RowId,
  TimeMs,
  Words,
} from '../schema.ts';

const Confirmations = Type.Integer({ minimum: 0 });

/**
 * `recharge_status`: APPROVED is completed, all others are pending. SEEN: in a block, but not yet credited. FROZEN:
 * credited, but not yet available. BELOW_MINIMUM: not credited until the client's deposits of the coin on this network
 * together reach the minimum. WAITING: the transaction is not in a block at present. STOPPED: on hold for a review, or
 * while deposits of the coin on this network are suspended.
 */
export const DepositItem = Exact({
  id: RowId,
  coin: CoinName,
  network: NetworkName,
  recharge_amount: Decimal,
  recharge_status: Words(['SEEN', 'FROZEN', 'APPROVED', 'BELOW_MINIMUM', 'WAITING', 'STOPPED']),
  confirmations: Confirmations,
  credit_confirmations: Confirmations,
  unlock_confirmations: Confirmations,
  address: Type.String(),
  /**
   * The transaction, and its page in a block explorer if operators have set one up. Empty for a deposit from another
   * client.
   */
  txid: Type.String(),
  explorer_url: Type.String(),
  /**
   * Whether the deposit came from another client of the exchange; if so, the coins moved only in the ledger, without a
   * fee.
   */
  is_internal: Type.Boolean(),
  wallet: Words(['Spot Wallet']),
  date: TimeMs,
  /** When the deposit became available; zero before that. */
  response_time: TimeMs,
  /** The log position at which the deposit became available; zero before that. */
  position: Position,
  image: Type.String(),
});

export const depositEndpoints = {
  createDepositAddress: defineEndpoint({
    method: 'POST',
    path: '/api/v3/generate-wallet',
    area: 'wallet',
    access: 'client',
    compatGet: true,
    errors: ['network_closed'],
    summary: 'Creates the client’s deposit address on a network; repeated calls return the same address.',
    body: Exact({ wallet_type: NetworkName }),
    response: Exact({ wallet: Exact({ wallet_type: NetworkName, wallet_address: Type.String() }) }),
  }),
  depositAddress: defineEndpoint({
    method: 'GET',
    path: '/api/v3/fetch/address',
    area: 'wallet',
    access: 'client',
    errors: ['network_closed'],
    summary: 'The client’s deposit address on a network; empty if none has been created yet.',
    query: Exact({ wallet_type: NetworkName }),
    response: Exact({ wallet: Exact({ wallet_type: NetworkName, wallet_address: Type.String() }) }),
  }),
  depositHistory: defineEndpoint({
    method: 'GET',
    path: '/api/v3/deposit-history',
    area: 'wallet',
    access: 'client',
    errors: ['unknown_coin'],
    summary:
      'The client’s deposits, each listed as soon as a block contains it, and withdrawals of other clients to the client’s deposit addresses, newest first. The list can be filtered by coin, state and days (UTC), and paged in both directions.',
    query: Exact({
      name: Optional(CoinName),
      state: Optional(Words(['completed', 'pending'])),
      from: Optional(Day),
      to: Optional(Day),
      ...paged,
    }),
    response: Exact({
      deposit: Type.Array(DepositItem),
      next_cursor: Optional(Cursor),
      previous_cursor: Optional(Cursor),
    }),
  }),
};
