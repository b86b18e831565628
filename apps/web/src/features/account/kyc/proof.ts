import type { CallResponse } from '../../../lib/api.ts';

export type { IdType } from '@vitrine/contract';

type CheckKyc = CallResponse<'GET /api/v2/upload/check-kyc'>;
type SentPhoto = NonNullable<CheckKyc['selfie']>;

/** The API uses the specification's words; they are translated here. */
const statuses = { NULL: 'missing', PENDING: 'pending', APPROVED: 'approved', DISSAPROVED: 'refused' } as const;

/** The API's name of each photo. */
export const imageTypes = { selfie: 'SELFIE', front: 'FRONTID', back: 'BACKID' } as const;

export type PhotoKind = keyof typeof imageTypes;

export interface PhotoCheck extends Omit<SentPhoto, 'status'> {
  readonly status: (typeof statuses)[keyof typeof statuses];
}

/** The kinds of photos in the order in which they are taken. */
export const photoKinds: readonly PhotoKind[] = ['selfie', 'front', 'back'];

/** The status of a client's proof of identity. */
export interface Proof {
  readonly overall: 'none' | 'pending' | 'refused' | 'approved';
  readonly photos: Readonly<Record<PhotoKind, PhotoCheck>>;
  /** The document type stated by the client; empty before the first photo. */
  readonly idType: string;
  readonly idNumber: string;
}

const missing: PhotoCheck = { status: 'missing', id_type: '', id_number: '', reason: '', note: '', submitted_at: 0 };

export function proofOf({ selfie, front, back }: CheckKyc): Proof {
  const photos = { selfie: checkOf(selfie), front: checkOf(front), back: checkOf(back) };
  const sent = Object.values(photos).find(({ id_type }) => id_type !== '') ?? missing;
  return { overall: overallStatus(photos), photos, idType: sent.id_type, idNumber: sent.id_number };
}

const checkOf = (photo: SentPhoto | undefined): PhotoCheck =>
  photo === undefined ? missing : { ...photo, status: statuses[photo.status] };

/**
 * The status of the proof as a whole, in the specification's order of precedence: none if any photo is missing; else
 * pending if any is pending; else refused if any was refused; else approved.
 */
function overallStatus(photos: Proof['photos']): Proof['overall'] {
  const found = photoKinds.map((kind) => photos[kind].status);
  if (found.includes('missing')) return 'none';
  if (found.includes('pending')) return 'pending';
  return found.includes('refused') ? 'refused' : 'approved';
}

const isNeeded = ({ status }: PhotoCheck): boolean => status === 'missing' || status === 'refused';

/** The photos that are missing or were refused. */
export const neededPhotos = ({ photos }: Proof): readonly PhotoKind[] =>
  photoKinds.filter((kind) => isNeeded(photos[kind]));

/** The first photo that is missing or was refused; undefined if there is none. */
export const nextPhoto = (proof: Proof): PhotoKind | undefined => neededPhotos(proof)[0];

/** The proof after a photo has been sent: that photo is pending. */
export function withSent(proof: Proof, kind: PhotoKind, document: { type: string; number: string }): Proof {
  const { type: idType, number: idNumber } = document;
  const sent: PhotoCheck = {
    ...missing,
    status: 'pending',
    id_type: idType,
    id_number: idNumber,
    submitted_at: Date.now(),
  };
  const photos = { ...proof.photos, [kind]: sent };
  return { overall: overallStatus(photos), photos, idType, idNumber };
}

/** The stepper's first step: the document until a first photo has been sent, then the first photo still needed. */
export const firstStep = (proof: Proof): PhotoKind | 'document' =>
  proof.idType === '' ? 'document' : (nextPhoto(proof) ?? 'document');

/**
 * Whether the document can no longer be changed before this photo is taken: once a side of the document is pending or
 * approved, the selfie must show the same document.
 */
export const isDocumentFixed = ({ photos }: Proof, next: PhotoKind): boolean =>
  next === 'selfie' && [photos.front, photos.back].some((photo) => !isNeeded(photo));
