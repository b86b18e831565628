import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { Exact, NameText, Optional, TimeMs, Words } from '../schema.ts';

/** A panel of a trade page: its position and size in steps of a grid with 24 columns. */
const PanelPlace = Exact({
  i: Type.String({ pattern: '^[a-z]{1,16}$', examples: ['chart'] }),
  x: Type.Integer({ minimum: 0, maximum: 23, examples: [0] }),
  y: Type.Integer({ minimum: 0, maximum: 480, examples: [0] }),
  w: Type.Integer({ minimum: 1, maximum: 24, examples: [14] }),
  h: Type.Integer({ minimum: 1, maximum: 480, examples: [34] }),
});
const PanelPlaces = Type.Array(PanelPlace, { maxItems: 16 });

/** The preset that a client has chosen for a trade page, and the panels that they have arranged, by window width. */
const DeskLayout = Exact({
  preset: Type.String({ pattern: '^[a-z]{1,16}$', examples: ['grid'] }),
  moved: Exact({ small: Optional(PanelPlaces), medium: Optional(PanelPlaces), large: Optional(PanelPlaces) }),
});

const MOST_PRICE = 1e15;

/** The indicators and drawings on the chart of one pair. */
const PairChart = Exact({
  coin: Type.String({ pattern: '^[A-Z0-9]{1,10}$', examples: ['ETH'] }),
  studies: Type.Array(
    Exact({
      name: Type.String({ pattern: '^[A-Z]{1,8}$', examples: ['MA'] }),
      /** Periods and factors. */
      params: Type.Array(Type.Integer({ minimum: 1, maximum: 1000, examples: [25] }), { maxItems: 8 }),
      /** One color per line; the theme's own if empty. */
      colors: Type.Array(Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#e8c268'] }), { maxItems: 8 }),
      hidden: Type.Boolean(),
    }),
    { maxItems: 20 },
  ),
  drawings: Type.Array(
    Exact({
      name: Type.String({ pattern: '^[A-Za-z]{1,32}$', examples: ['segment'] }),
      points: Type.Array(
        Exact({
          timestamp: Optional(TimeMs),
          /** The price, as a JavaScript number, because it only positions a line. */
          value: Optional(Type.Number({ minimum: -MOST_PRICE, maximum: MOST_PRICE, examples: [3265.5] })),
        }),
        { maxItems: 150 },
      ),
    }),
    { maxItems: 50 },
  ),
});

/**
 * A client's display preferences. A preference that is absent is not set; the browser's own choice then applies. The
 * server sends what is stored without checking it again: a choice that is no longer offered is removed from
 * `client_preferences` by a migration.
 */
const Preferences = Exact({
  /** The language of pages, emails and SMS. */
  language: Optional(Words(languages)),
  /** A time zone name of the IANA database; empty for the browser's own time zone. */
  time_zone: Optional(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9_+/-]*$', examples: ['Asia/Manila'] })),
  /** The thousands separator, then the decimal separator; with `auto`, those of the language. */
  number_format: Optional(Words(['auto', 'comma_point', 'point_comma', 'space_comma'])),
  scheme: Optional(Words(['light', 'dark', 'system'])),
  /** The color of rising prices; with blue, falling ones are orange, for the color-blind. */
  rising: Optional(Words(['green', 'red', 'blue'])),
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
  /** The layout of the spot trade page. */
  spot_layout: Optional(DeskLayout),
  /** The layout of the chart page. */
  chart_layout: Optional(DeskLayout),
  /** The layout of the futures page. */
  futures_layout: Optional(DeskLayout),
  /** Charts of pairs, most recently changed first. */
  charts: Optional(Type.Array(PairChart, { maxItems: 30 })),
  /** Layouts that the client has named. */
  saved_layouts: Optional(
    Type.Array(
      Exact({
        desk: Words(['spot', 'chart', 'futures']),
        name: NameText({ maxLength: 30, examples: ['Two books'] }),
        layout: DeskLayout,
      }),
      { maxItems: 8 },
    ),
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
    summary: 'The client’s display preferences, which apply on every device; unset ones are omitted.',
    response: Exact({ preferences: Preferences }),
  }),
  setPreferences: defineEndpoint({
    method: 'POST',
    path: '/api/v3/preferences',
    area,
    access: 'client',
    errors: [],
    summary: 'Changes the given display preferences; the others remain unchanged.',
    // Layouts and drawings have many small parts.
    bodyLimitBytes: 64 * 1024,
    mostSigns: 4_096,
    body: Preferences,
    response: Exact({ preferences: Preferences }),
  }),
};
