import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Exact, Optional, Words } from '../schema.ts';

/** A client's display preferences. An absent preference is not set, and the browser's own choice applies. */
const Preferences = Exact({
  language: Optional(Words(['en'])),
  /** A time zone name of the IANA database; empty for the browser's own time zone. */
  time_zone: Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]*$', examples: ['Asia/Manila'] })),
  /** The thousands separator, then the decimal separator. */
  number_format: Optional(Words(['comma_point', 'point_comma', 'space_comma'])),
  scheme: Optional(Words(['light', 'dark', 'system'])),
  /** The colour of rising prices. */
  rising: Optional(Words(['green', 'red'])),
  /** The spacing of rows in lists. */
  density: Optional(Words(['comfortable', 'compact'])),
  /** The coin that the Trade link opens; empty for the exchange's choice. */
  default_coin: Optional(Type.String({ pattern: '^([A-Z0-9]{1,10})?$', examples: ['ETH'] })),
  hide_small_balances: Optional(Type.Boolean()),
  /** Whether every order is shown for confirmation before it is sent, even if no password is required. */
  confirm_orders: Optional(Type.Boolean()),
  /** Whether every conversion is shown for confirmation before it is sent. */
  confirm_conversions: Optional(Type.Boolean()),
  /** Whether trade pages play a sound when an order is filled. */
  sounds: Optional(Type.Boolean()),
  /** Whether trade pages have single-key shortcuts. */
  hotkeys: Optional(Type.Boolean()),
  /** Coins marked with a star, in the order in which they were marked. */
  favorite_coins: Optional(
    Type.Array(Type.String({ pattern: '^[A-Z0-9]{1,10}$', examples: ['ETH'] }), { maxItems: 200, uniqueItems: true }),
  ),
});

const area = 'account';

export const preferenceEndpoints = {
  preferences: defineEndpoint({
    method: 'GET',
    path: '/api/v3/preferences',
    area,
    access: 'client',
    errors: [],
    summary: 'The client’s display preferences, on every device; unset ones are absent.',
    response: Exact({ preferences: Preferences }),
  }),
  setPreferences: defineEndpoint({
    method: 'POST',
    path: '/api/v3/preferences',
    area,
    access: 'client',
    errors: [],
    summary: 'Changes the given preferences.',
    body: Preferences,
    response: Exact({ preferences: Preferences }),
  }),
};
