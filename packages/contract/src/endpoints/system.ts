import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import {
  CoinName,
  Decimal,
  Email,
  Exact,
  NetworkName,
  Optional,
  Percent,
  Position,
  RowId,
  Success,
  TimeMs,
  Words,
} from '../schema.ts';
import { ChargeCurrency } from './purchases.ts';

export const systemEndpoints = {
  system: defineEndpoint({
    method: 'GET',
    path: '/api/v3/system',
    area: 'system',
    access: 'visitor',
    errors: [],
    summary:
      'The server’s mode, brand, version, time and log position. `projected_position` is the log position that its read models (such as histories) have reached.',
    response: Exact({
      mode: Words(['sandbox', 'production']),
      brand: Type.String(),
      version: Type.String(),
      time: TimeMs,
      position: Position,
      /** The log position of the read models. */
      projected_position: Position,
    }),
  }),
  ledgerSums: defineEndpoint({
    method: 'GET',
    path: '/api/v3/ledger-sums',
    area: 'system',
    access: 'visitor',
    reads: 'ledgerSums',
    errors: [],
    summary:
      'Per asset: the sum of all accounts (always zero) and what clients own, as of `position`. `state_hash` is the hash of the core’s whole state in the newest snapshot, which was taken at `state_hash_position`; both are omitted before the first snapshot.',
    response: Exact({
      assets: Type.Array(Exact({ coin: CoinName, sum: Type.String(), owed_to_clients: Decimal })),
      state_hash: Optional(Type.String()),
      state_hash_position: Optional(Position),
      position: Position,
    }),
  }),
  healthz: defineEndpoint({
    method: 'GET',
    path: '/healthz',
    area: 'system',
    access: 'visitor',
    reads: 'histories',
    probe: true,
    errors: [],
    summary: 'Reports that the process is running.',
    response: Exact({ status: Words(['ok']) }),
  }),
  readyz: defineEndpoint({
    method: 'GET',
    path: '/readyz',
    area: 'system',
    access: 'visitor',
    probe: true,
    errors: [],
    summary:
      'Reports whether this server is ready for requests: its state is up to date, its histories keep up with the log, and the database responds. If not, the error is `unavailable`. Responds within two seconds.',
    response: Exact({ status: Words(['ok']), position: Position }),
  }),
};

export const sandboxEndpoints = {
  sandboxMessages: defineEndpoint({
    method: 'GET',
    path: '/sandbox/messages',
    area: 'sandbox',
    access: 'visitor',
    sandboxOnly: true,
    errors: [],
    summary:
      'The emails and text messages that the sandbox has stored instead of sending them, newest first; with `to`, only those to this email address or phone number.',
    query: Exact({ to: Optional(Type.String({ maxLength: 254 })) }),
    response: Type.Array(
      Exact({
        at: TimeMs,
        channel: Words(['email', 'sms']),
        to: Type.String(),
        subject: Type.String(),
        text: Type.String(),
        code: Type.String(),
      }),
    ),
  }),
  sandboxDeposits: defineEndpoint({
    method: 'POST',
    path: '/sandbox/deposits',
    area: 'sandbox',
    access: 'visitor',
    sandboxOnly: true,
    money: true,
    errors: [
      'unknown_coin',
      'network_without_coin',
      'unknown_client',
      'amount_required',
      'excess_decimals',
      'below_minimum',
      'above_maximum',
    ],
    summary:
      'Sends coins on a simulated network, either to `address` or to the deposit address of the client with the email `username`. A deposit to `address` is confirmed block by block like any other; for `username`, the blocks are mined immediately, and the call returns when the amount is available. A coin without a network is credited to `username` immediately.',
    body: Exact({
      coin: CoinName,
      network: Optional(NetworkName),
      address: Optional(Type.String({ maxLength: 128 })),
      username: Optional(Email),
      amount: Decimal,
    }),
    response: Exact({
      message: Words(['success']),
      transaction: Type.String(),
      position: Position,
      /** The amount that was sent or, without a network, only credited in the ledger. */
      result: Exact({ coin: CoinName, amount: Decimal, network: Optional(NetworkName) }),
    }),
  }),
  sandboxRefunds: defineEndpoint({
    method: 'POST',
    path: '/sandbox/refunds',
    area: 'sandbox',
    access: 'visitor',
    sandboxOnly: true,
    errors: [
      'buying_unavailable',
      'unknown_purchase',
      'malformed_amount',
      'amount_required',
      'excess_decimals',
      'exceeds_range',
      'above_maximum',
      'idempotency_key_invalid',
      'reference_conflict',
    ],
    summary:
      'Makes the simulated payment provider refund a purchase to the payer. `amount` is in the charged currency; without it, everything that has not been refunded yet is refunded. The exchange is notified as if PayPal had refunded it. Takes an Idempotency-Key.',
    body: Exact({ purchase_id: RowId, amount: Optional(Decimal) }),
    response: Exact({
      message: Words(['success']),
      refund_id: Type.String(),
      amount: Decimal,
      charge_currency: ChargeCurrency,
    }),
  }),
  sandboxBlocks: defineEndpoint({
    method: 'POST',
    path: '/sandbox/blocks',
    area: 'sandbox',
    access: 'visitor',
    sandboxOnly: true,
    errors: [],
    summary: 'Mines blocks of a simulated network immediately.',
    body: Exact({ network: NetworkName, count: Type.Integer({ minimum: 1, maximum: 200 }) }),
    response: Exact({ message: Words(['success']), height: Type.Integer({ minimum: 0 }) }),
  }),
  sandboxClock: defineEndpoint({
    method: 'POST',
    path: '/sandbox/clock',
    area: 'sandbox',
    access: 'visitor',
    sandboxOnly: true,
    errors: [],
    summary:
      'Moves the exchange’s clock forward. With `settle`, the response waits up to a minute until everything of Earn that is then due has been posted, and `settled` says whether all of it was: it is false if a pool cannot pay, or if something was refused.',
    body: Exact({
      advanceSeconds: Type.Integer({ minimum: 1, maximum: 31_536_000 }),
      settle: Optional(Type.Boolean()),
    }),
    response: Exact({
      message: Words(['success']),
      time: TimeMs,
      position: Position,
      settled: Optional(Type.Boolean()),
    }),
  }),
  sandboxPrices: defineEndpoint({
    method: 'POST',
    path: '/sandbox/prices',
    area: 'sandbox',
    access: 'visitor',
    sandboxOnly: true,
    errors: ['unknown_coin'],
    summary:
      'Moves the simulated price of a coin by a percentage, evenly over a number of seconds, in addition to its usual movement. The order books and the index follow.',
    example: { coin: 'BTC', changePercent: -10, seconds: 30 },
    body: Exact({
      coin: CoinName,
      changePercent: Type.Number({ minimum: -90, maximum: 900 }),
      seconds: Type.Number({ minimum: 1, maximum: 3_600 }),
    }),
    response: Success,
  }),
  sandboxFunding: defineEndpoint({
    method: 'POST',
    path: '/sandbox/funding',
    area: 'sandbox',
    access: 'visitor',
    sandboxOnly: true,
    errors: ['unknown_coin', 'market_halted', 'market_busy'],
    summary:
      'Settles the funding of a coin’s perpetual market immediately instead of at the end of the funding interval, at the rate `ratePercent` or, without it, at the current estimate. If the rate is positive, longs pay shorts; if negative, shorts pay longs. At a rate of zero, nobody pays.',
    example: { coin: 'BTC', ratePercent: 0.05 },
    body: Exact({
      coin: CoinName,
      /** If positive, longs pay shorts; if negative, shorts pay longs. */
      ratePercent: Optional(Type.Number({ minimum: -0.5, maximum: 0.5 })),
    }),
    response: Exact({ message: Words(['success']), rate_percent: Percent, position: Position }),
  }),
  sandboxStaff: defineEndpoint({
    method: 'POST',
    path: '/sandbox/staff',
    area: 'sandbox',
    access: 'visitor',
    sandboxOnly: true,
    errors: ['not_found'],
    summary: 'Ends the 24 hours for which a new member of staff cannot make or approve requests.',
    body: Exact({ email: Email }),
    response: Success,
  }),
  sandboxAuthenticator: defineEndpoint({
    method: 'POST',
    path: '/sandbox/authenticator',
    area: 'sandbox',
    access: 'visitor',
    sandboxOnly: true,
    errors: ['not_found'],
    summary: 'Ends the 24-hour wait before a client’s new authenticator lifts the single-withdrawal limit.',
    body: Exact({ email: Email }),
    response: Success,
  }),
};
