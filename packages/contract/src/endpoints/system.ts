import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Decimal, Email, Exact, NetworkName, Optional, Position, RowId, TimeMs, Words } from '../schema.ts';
import { ChargeCurrency } from './purchases.ts';

export const systemEndpoints = {
  system: defineEndpoint({
    method: 'GET',
    path: '/api/v3/system',
    area: 'system',
    access: 'visitor',
    errors: [],
    summary: 'Mode, time and log positions of this server.',
    response: Exact({
      mode: Words(['sandbox', 'production']),
      brand: Type.String(),
      version: Type.String(),
      time: TimeMs,
      position: Position,
      /** How far the histories have come. */
      projected_position: Position,
    }),
  }),
  ledgerSums: defineEndpoint({
    method: 'GET',
    path: '/api/v3/ledger-sums',
    area: 'system',
    access: 'visitor',
    errors: [],
    summary:
      'Per asset: the sum of all accounts (always zero) and what clients own, as of `position`. The hash of the whole state is that of the newest snapshot, taken at `state_hash_position`; before the first snapshot both are missing.',
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
    errors: [],
    summary: 'The process is up.',
    response: Exact({ status: Words(['ok']) }),
  }),
  readyz: defineEndpoint({
    method: 'GET',
    path: '/readyz',
    area: 'system',
    access: 'visitor',
    errors: [],
    summary: 'The exchange takes commands: lease held, database answering, projector near.',
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
    summary: 'Messages the exchange would have sent, newest first.',
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
      'Sends a simulated chain transfer. To an address it goes like any other, block by block; to a client’s username its blocks come at once, and the answer when it can be used. A coin without a network is play money, credited at once.',
    body: Exact({
      coin: CoinName,
      network: Optional(NetworkName),
      address: Optional(Type.String({ maxLength: 128 })),
      username: Optional(Email),
      amount: Decimal,
    }),
    response: Exact({ message: Words(['success']), transaction: Type.String(), position: Position }),
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
      'Has the simulated payment provider give money of a purchase back to its payer, in the currency that was charged; without `amount` all that is left. The exchange hears of it as of a refund at PayPal. Takes an Idempotency-Key.',
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
    summary: 'Makes blocks of a simulated network come at once.',
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
    summary: 'Moves the exchange’s clock forward.',
    body: Exact({ advanceSeconds: Type.Integer({ minimum: 1, maximum: 31_536_000 }) }),
    response: Exact({ message: Words(['success']), time: TimeMs, position: Position }),
  }),
};
