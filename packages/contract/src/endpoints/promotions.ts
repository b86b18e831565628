import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { Exact, Optional, RowId, TimeMs, Uuid, Words } from '../schema.ts';
import { FileBytes, PlainText } from './support.ts';

/** A `banner` is a single line across the page; a `promotion` is a tile, optionally with a picture. */
const Place = Words(['banner', 'promotion']);
const Version = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const Reason = Type.String({ minLength: 3, maxLength: 300, pattern: '^[^\\u0000]*$', examples: ['A mistake in it'] });
/** A path of the pages, or an https URL. */
const Link = Type.String({ maxLength: 300, pattern: '^(/|https://)\\S*$', examples: ['/wallet/simple_earn'] });

const Texts = Type.Array(
  Exact({
    language: Words([...languages]),
    title: Type.String({ minLength: 3, maxLength: 80, pattern: '^[^\\u0000\\n]*$', examples: ['Lower fees in May'] }),
    text: PlainText(240),
    /** What the picture shows, for people who cannot see it; empty if there is no picture. */
    alt: Type.String({ maxLength: 200, pattern: '^[^\\u0000\\n]*$', examples: ['A card index'] }),
  }),
  { minItems: 1, maxItems: languages.length },
);

const Fields = { place: Place, texts: Texts, link: Link, starts_at: TimeMs, ends_at: TimeMs };

const ConsolePromotion = Exact({
  id: RowId,
  version: Version,
  ...Fields,
  /** The id of the picture, for `GET /api/v3/console/news/picture`. */
  picture: Optional(Uuid),
  state: Words(['planned', 'shown', 'ended', 'withdrawn']),
  written_by: Type.String(),
  at: TimeMs,
  reason: Type.String(),
});

const example = {
  place: 'promotion',
  texts: [{ language: 'en', title: 'Interest on coins you hold', text: 'Flexible, or for a fixed term.', alt: '' }],
  link: '/wallet/simple_earn',
  starts_at: 1_790_000_000_000,
  ends_at: 1_790_600_000_000,
} as const;

export const promotionEndpoints = {
  promotions: defineEndpoint({
    method: 'GET',
    path: '/api/v3/promotions',
    area: 'support',
    access: 'visitor',
    errors: [],
    summary:
      'The promotions and banners that are currently shown, newest first, at most six, in the language of Accept-Language. Untranslated ones are in English.',
    response: Exact({
      promotions: Type.Array(
        Exact({
          id: RowId,
          place: Place,
          title: Type.String(),
          text: Type.String(),
          /** A path of the pages, or an https URL. */
          link: Type.String(),
          /** The URL of the picture (`GET /api/v3/promotion-picture`); empty if there is none. */
          imageurl: Type.String(),
          image_alt: Type.String(),
          /** The end of the promotion. */
          until: TimeMs,
        }),
      ),
    }),
  }),
  promotionPicture: defineEndpoint({
    method: 'GET',
    path: '/api/v3/promotion-picture',
    area: 'support',
    access: 'visitor',
    errors: ['unknown_picture'],
    summary:
      'The picture of a promotion that is currently shown, as JPEG. It never changes and may be cached for a day.',
    query: Exact({ id: Uuid }),
    response: FileBytes,
    perAddressPerSecond: 20,
  }),
};

const forStaff = { area: 'console', access: 'staff', roles: ['support'] } as const;

export const consolePromotionEndpoints = {
  consolePromotions: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/promotions',
    audited: false,
    errors: [],
    summary: 'The newest version of each promotion and banner, including ended ones; the latest 200.',
    response: Exact({ promotions: Type.Array(ConsolePromotion) }),
  }),
  consolePublishPromotion: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/promotions/publish',
    errors: ['promotion_incomplete', 'link_not_allowed', 'unknown_upload'],
    summary:
      'Publishes a promotion or banner, shown from `starts_at` until `ends_at`. English is required. `upload_id`: the id that `POST /api/v3/console/uploads/news-picture` returned.',
    body: Exact({ ...Fields, upload_id: Optional(Uuid) }),
    bodyLimitBytes: 64 * 1024,
    example,
    response: Exact({ promotion: ConsolePromotion }),
  }),
  consoleEditPromotion: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/promotions/edit',
    errors: ['unknown_promotion', 'promotion_changed', 'promotion_incomplete', 'link_not_allowed', 'unknown_upload'],
    summary:
      'Stores a new version. `version` is the version that the change is based on; if it is no longer the newest, the error is `promotion_changed`. Without `upload_id`, the current picture is retained, unless `no_picture` removes it. A withdrawn promotion is published again.',
    body: Exact({
      id: RowId,
      version: Version,
      ...Fields,
      upload_id: Optional(Uuid),
      no_picture: Optional(Type.Boolean()),
      reason: Reason,
    }),
    bodyLimitBytes: 64 * 1024,
    example: { id: 1, version: 1, ...example, reason: 'A mistake in it' },
    response: Exact({ promotion: ConsolePromotion }),
  }),
  consoleWithdrawPromotion: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/promotions/withdraw',
    errors: ['unknown_promotion', 'promotion_changed'],
    summary: 'Withdraws a promotion immediately. Its versions remain stored.',
    body: Exact({ id: RowId, version: Version, reason: Reason }),
    response: Exact({ promotion: ConsolePromotion }),
  }),
};
