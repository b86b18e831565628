import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { Exact, Optional, TimeMs, Uid, Version, Words } from '../schema.ts';
import { IdTypeWord, PhotoKindWord, photoStatuses, RefusalReasonWord, refusalReasons } from './identity.ts';

const PhotoId = Type.String({ pattern: '^[0-9a-f-]{36}$', examples: ['0b8ff4a6-4f1e-4c1a-9a38-3c1d6c0f9a11'] });

/** `waiting`: a reviewer has to decide; `with_client`: the client has to send missing or rejected photos; `verified`. */
const CaseState = Words(['waiting', 'with_client', 'verified']);

const CaseItem = Exact({
  uid: Uid,
  state: CaseState,
  id_type: IdTypeWord,
  /** When the oldest pending photo was sent; in a case without pending photos, the time of the last change. */
  since: TimeMs,
  /**
   * `tries`: the highest number of times that the client has sent the same kind of photo. `statuses`: the statuses of
   * selfie, front and back.
   */
  tries: Type.Integer({ minimum: 1 }),
  statuses: Type.Array(Words(photoStatuses), { minItems: 3, maxItems: 3 }),
  /** Whether another client has submitted the same document or photo. */
  flagged: Type.Boolean(),
});

const Photo = Exact({
  id: PhotoId,
  img_type: PhotoKindWord,
  status: Words(photoStatuses),
  submitted_at: TimeMs,
  width: Type.Integer(),
  height: Type.Integer(),
  /** Whether the photo was erased by the retention rule. It can then no longer be viewed. */
  erased: Type.Boolean(),
  /** Other clients who sent the same photo. */
  also_sent_by: Type.Array(Uid),
  reviewed_at: TimeMs,
  reviewed_by: Type.String(),
  reason: Words(['', ...refusalReasons]),
  note: Type.String(),
});

const Case = Exact({
  uid: Uid,
  state: CaseState,
  /** Increases with every photo and every decision; a decision states the revision that it is based on. */
  revision: Type.Integer({ minimum: 0 }),
  /** Whether the case is the reviewer's own. Reviewers can neither view nor decide their own cases. */
  own: Type.Boolean(),
  email: Type.String(),
  joined_at: TimeMs,
  verified_at: TimeMs,
  id_type: IdTypeWord,
  id_number: Type.String(),
  /** Other clients who submitted the same document; `verified`: whether they were verified with it. */
  same_document: Type.Array(Exact({ uid: Uid, verified: Type.Boolean() })),
  /** The current photos, then the photos that they replaced, newest first. */
  photos: Type.Array(Photo),
  earlier: Type.Array(Photo),
});

const forStaff = { area: 'console', access: 'staff' } as const;

export const consoleKycEndpoints = {
  kycCases: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/kyc-cases',
    roles: ['compliance'],
    errors: [],
    summary: 'Clients’ proofs of identity, those that have waited longest first.',
    query: Exact({
      state: Optional(CaseState),
      id_type: Optional(IdTypeWord),
      limit: Optional(Type.Integer({ minimum: 1, maximum: 200 })),
    }),
    response: Exact({ cases: Type.Array(CaseItem), waiting: Type.Integer({ minimum: 0 }) }),
  }),
  kycCase: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/kyc-case',
    roles: ['compliance'],
    errors: ['unknown_client'],
    summary: 'One client’s proof of identity with its history; the document’s number is decrypted for this view.',
    query: Exact({ uid: Uid }),
    response: Exact({ case: Case }),
  }),
  kycPhoto: defineEndpoint({
    ...forStaff,
    method: 'GET',
    path: '/api/v3/console/kyc-photo',
    roles: ['compliance'],
    errors: ['unknown_photo', 'own_case'],
    summary:
      'One photo of a client’s proof of identity, decrypted for this view, as a Base64-encoded JPEG. No other call returns decrypted photos.',
    query: Exact({ uid: Uid, photo: PhotoId }),
    response: Exact({ image: Type.String() }),
  }),
  decideKyc: defineEndpoint({
    ...forStaff,
    method: 'POST',
    path: '/api/v3/console/kyc-decision',
    roles: ['compliance'],
    errors: [
      'unknown_client',
      'own_case',
      'kyc_case_changed',
      'photo_not_waiting',
      'reason_required',
      'document_in_use',
    ],
    summary:
      'Approves or rejects pending photos of a client’s proof of identity; once all three photos are approved, the client is verified.',
    body: Exact({
      uid: Uid,
      revision: Version,
      decisions: Type.Array(
        Exact({
          img_type: PhotoKindWord,
          approve: Type.Boolean(),
          reason: Optional(RefusalReasonWord),
          note: Optional(Type.String({ maxLength: 300 })),
        }),
        { minItems: 1, maxItems: 3 },
      ),
    }),
    example: {
      uid: '482107731',
      revision: 3,
      decisions: [
        { img_type: 'SELFIE', approve: true },
        { img_type: 'FRONTID', approve: true },
        { img_type: 'BACKID', approve: false, reason: 'glare', note: 'The lower lines cannot be read.' },
      ],
    },
    response: Exact({ message: Words(['success']), verified: Type.Boolean() }),
  }),
};
