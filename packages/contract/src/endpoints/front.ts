import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Decimal, Exact, Position, Words } from '../schema.ts';

const Count = Type.Integer({ minimum: 0 });

export const frontEndpoints = {
  front: defineEndpoint({
    method: 'GET',
    path: '/api/v3/front',
    area: 'system',
    access: 'visitor',
    errors: [],
    summary:
      'The figures of the front page: clients, coins, spot markets and their total 24-hour volume; and whether trading or withdrawing requires a verified identity.',
    response: Exact({
      mode: Words(['sandbox', 'production']),
      clients: Count,
      coins: Count,
      markets: Count,
      volume_24h_usdt: Decimal,
      kyc_requirement: Words(['trade', 'withdraw', 'nothing']),
      position: Position,
    }),
  }),
  downloadApk: defineEndpoint({
    method: 'GET',
    path: '/api/v3/download-apk',
    area: 'system',
    access: 'visitor',
    redirects: true,
    errors: [],
    summary:
      'Redirects to the page of the Android app, if the exchange has one; otherwise to the front page’s instructions for installing the web app.',
    response: Exact({}),
  }),
  downloadIos: defineEndpoint({
    method: 'GET',
    path: '/api/v3/download-ios',
    area: 'system',
    access: 'visitor',
    redirects: true,
    errors: [],
    summary:
      'Redirects to the page of the iOS app, if the exchange has one; otherwise to the front page’s instructions for installing the web app.',
    response: Exact({}),
  }),
};
