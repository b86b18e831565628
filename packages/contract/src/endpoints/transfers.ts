import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { CoinName, Decimal, Exact, Optional, Position, Words } from '../schema.ts';

/** The wallets that a client moves coins between. */
export const transferWallets = ['SPOT', 'FUTURE', 'FUNDING'] as const;
export type TransferWallet = (typeof transferWallets)[number];

const WalletName = Words(transferWallets);

export const transferEndpoints = {
  transfer: defineEndpoint({
    method: 'POST',
    path: '/api/v3/futures/transfer',
    area: 'wallet',
    access: 'client',
    money: true,
    errors: [
      'unknown_coin',
      'amount_required',
      'excess_decimals',
      'exceeds_balance',
      'same_wallet',
      'unsupported_combination',
      'transaction_password_required',
      'transaction_password_missing',
    ],
    wording: { exceeds_balance: 'wallet', unsupported_combination: 'transfer' },
    example: {
      coin_name: 'BTC',
      from: 'SPOT',
      to: 'FUNDING',
      transfer_amount: '0.5',
      transaction_password: 'my second password',
    },
    summary:
      'Moves a coin from one of the client’s wallets to another, immediately and completely. Without `from` and `to`, `draw_type` gives the direction: DRAW_IN from spot to futures, DRAW_OUT from futures to spot.',
    body: Exact({
      coin_name: CoinName,
      transfer_amount: Decimal,
      from: Optional(WalletName),
      to: Optional(WalletName),
      draw_type: Optional(Words(['DRAW_IN', 'DRAW_OUT'])),
      /** Accepted for older programs, but ignored: clients cannot set a transfer's state. */
      state: Optional(Words(['PENDING'])),
      transaction_password: Optional(Type.String({ maxLength: 128 })),
      /**
       * If true and the transaction password is correct, orders, conversions, margin changes and transfers in this
       * session do not need it for the next 15 minutes.
       */
      remember: Optional(Type.Boolean()),
    }),
    response: Exact({
      message: Words(['success', 'wrong_transaction_password']),
      position: Optional(Position),
      result: Optional(Exact({ coin: CoinName, amount: Decimal, from: WalletName, to: WalletName })),
    }),
  }),
  nodes: defineEndpoint({
    method: 'GET',
    path: '/api/v3/nodes',
    area: 'system',
    access: 'visitor',
    errors: [],
    summary:
      'How many of the exchange’s own servers are up (`nodes`), and how many of them have applied the log up to the position `at` (default: the position of the responding server). Each server reports about twice a second.',
    query: Exact({ at: Optional(Position) }),
    response: Exact({ nodes: Type.Integer(), confirmed: Type.Integer(), at: Position }),
  }),
};
