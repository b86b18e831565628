/** The kinds of restrictions: on all activity, on withdrawals, or on trading. */
export const restrictionKinds = ['freeze', 'withdraw', 'trade'] as const;
export type RestrictionKind = (typeof restrictionKinds)[number];

/** Why an account is restricted, in the words that its owner sees. */
export const restrictionReasonTexts = {
  client_request: 'Requested by you',
  takeover_suspected: 'Someone else may have access to your account',
  fraud_suspected: 'Suspected fraud',
  funds_origin: 'Source of funds under review',
  identity_doubt: 'Proof of identity under review',
  sanctions_match: 'Possible match with a sanctions list',
  authority_order: 'Court or government order',
  terms_breach: 'Breach of the terms of use',
} as const satisfies Record<string, string>;
export type RestrictionReason = keyof typeof restrictionReasonTexts;
export const restrictionReasons = Object.keys(restrictionReasonTexts) as RestrictionReason[];

/** A restriction ends after this number of days at the latest, unless two members of staff extend it. */
export const MOST_RESTRICTION_DAYS = 30;
