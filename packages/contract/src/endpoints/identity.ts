import { Type } from 'typebox';
import { defineEndpoint } from '../endpoint.ts';
import { EmptyOrUuid, Exact, NameText, Optional, Success, TimeMs, Words } from '../schema.ts';

export const idTypes = ["Driver's License", 'Government ID', 'Passport/Others'] as const;
export type IdType = (typeof idTypes)[number];

/** The three photos that prove a client's identity, in the order in which they are taken. */
export const photoKinds = ['SELFIE', 'FRONTID', 'BACKID'] as const;
export type PhotoKind = (typeof photoKinds)[number];

/** NULL: there is no photo. DISSAPROVED is the specification's spelling. */
export const photoStatuses = ['NULL', 'PENDING', 'DISSAPROVED', 'APPROVED'] as const;
export type PhotoStatus = (typeof photoStatuses)[number];

/** Why a reviewer rejected a photo. */
export const refusalReasons = [
  'not_clear',
  'glare',
  'cut_off',
  'wrong_side',
  'not_a_document',
  'expired',
  'number_differs',
  'face_differs',
  'altered',
  'document_in_use',
  'other',
] as const;
export type RefusalReason = (typeof refusalReasons)[number];

const IdNumber = NameText({ maxLength: 40, examples: ['C48210913'] });
export const IdTypeWord = Words(idTypes);
export const PhotoKindWord = Words(photoKinds);
export const RefusalReasonWord = Words(refusalReasons);

const PhotoCheck = Exact({
  status: Words(photoStatuses),
  id_type: Type.String(),
  id_number: Type.String(),
  /** For a rejected photo, the reviewer's reason from the list and their own words; otherwise empty. */
  reason: Words(['', ...refusalReasons]),
  note: Type.String(),
  /** When the photo was sent; 0 if there is none. */
  submitted_at: TimeMs,
});

export const identityEndpoints = {
  submitKycPhoto: defineEndpoint({
    method: 'POST',
    path: '/api/v2/upload/kyc',
    area: 'identity',
    access: 'client',
    errors: [
      'photo_required',
      'unknown_upload',
      'photo_stands',
      'photo_seen_before',
      'document_differs',
      'id_number_invalid',
    ],
    summary:
      'Submits one of the three photos of a proof of identity (`img_type`), with the type and number of the document. `image` is the `upload_id` returned by `POST /api/v3/uploads/kyc-photo`. A photo that is in review or approved cannot be replaced.',
    body: Exact({
      id_type: IdTypeWord,
      id_number: IdNumber,
      img_type: PhotoKindWord,
      image: EmptyOrUuid,
    }),
    example: {
      id_type: 'Passport/Others',
      id_number: 'C48210913',
      img_type: 'FRONTID',
      image: '0b8ff4a6-4f1e-4c1a-9a38-3c1d6c0f9a11',
    },
    response: Success,
  }),
  kycStatus: defineEndpoint({
    method: 'GET',
    path: '/api/v2/upload/check-kyc',
    area: 'identity',
    access: 'client',
    errors: [],
    summary: 'The status of each photo of the proof of identity, or a message that none has been submitted.',
    response: Exact({
      message: Optional(Words(['no_existing_kyc'])),
      selfie: Optional(PhotoCheck),
      front: Optional(PhotoCheck),
      back: Optional(PhotoCheck),
    }),
  }),
  accountLimits: defineEndpoint({
    method: 'GET',
    path: '/api/v3/account-limits',
    area: 'identity',
    access: 'client',
    errors: [],
    summary: 'The limits of each verification tier, as enforced; `tier` is the client’s own tier.',
    response: Exact({
      tier: Words(['Unverified', 'Verified']),
      /**
       * What requires verification: trading, withdrawing above the limit for unverified clients, or nothing.
       */
      kyc_requirement: Words(['trade', 'withdraw', 'nothing']),
      tiers: Type.Array(
        Exact({
          name: Words(['Unverified', 'Verified']),
          may_trade: Type.Boolean(),
          /** Deposits are not limited. */
          deposit: Words(['unlimited']),
          /** USDT within any 24 hours. */
          withdrawal_per_day: Type.String(),
        }),
      ),
      /** The number of days for which photos are stored after the decision. */
      kyc_retention_days: Type.Integer(),
    }),
  }),
};
