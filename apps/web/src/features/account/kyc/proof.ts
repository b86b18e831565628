import type { PhotoKind, PhotoStatus } from '@vitrine/contract';
import type { Answer } from '../../../lib/api.ts';

export type { IdType, PhotoKind } from '@vitrine/contract';

type CheckKyc = Answer<'GET /api/v2/upload/check-kyc'>;
export type PhotoCheck = NonNullable<CheckKyc['selfie']>;

/** In the order in which they are taken. Importing the contract's own list would pull in its schemas. */
export const photoKinds: readonly PhotoKind[] = ['SELFIE', 'FRONTID', 'BACKID'];

/** How far a client's proof of identity is. */
export interface Proof {
  readonly overall: 'none' | 'pending' | 'refused' | 'approved';
  readonly photos: Readonly<Record<PhotoKind, PhotoCheck>>;
  /** What the client said their document is; empty before the first photo. */
  readonly idType: string;
  readonly idNumber: string;
}

const missing: PhotoCheck = { status: 'NULL', id_type: '', id_number: '', reason: '', note: '', submitted_at: 0 };

export function proofOf({ selfie = missing, front = missing, back = missing }: CheckKyc): Proof {
  const photos = { SELFIE: selfie, FRONTID: front, BACKID: back };
  const sent = [selfie, front, back].find(({ id_type }) => id_type !== '') ?? missing;
  return { overall: overallStatus(photos), photos, idType: sent.id_type, idNumber: sent.id_number };
}

/** The specification's order: any missing is none; else any pending; else any disapproved; else approved. */
function overallStatus(photos: Proof['photos']): Proof['overall'] {
  const found: PhotoStatus[] = photoKinds.map((kind) => photos[kind].status);
  if (found.includes('NULL')) return 'none';
  if (found.includes('PENDING')) return 'pending';
  return found.includes('DISSAPROVED') ? 'refused' : 'approved';
}

export const isNeeded = ({ status }: PhotoCheck): boolean => status === 'NULL' || status === 'DISSAPROVED';

/** The first photo that is missing or was refused. */
export const nextPhoto = ({ photos }: Proof): PhotoKind | undefined =>
  photoKinds.find((kind) => isNeeded(photos[kind]));

/** What it is once a photo has been sent: that one waits for a reviewer. */
export function withSent(proof: Proof, kind: PhotoKind, document: { type: string; number: string }): Proof {
  const { type: idType, number: idNumber } = document;
  const sent: PhotoCheck = {
    ...missing,
    status: 'PENDING',
    id_type: idType,
    id_number: idNumber,
    submitted_at: Date.now(),
  };
  const photos = { ...proof.photos, [kind]: sent };
  return { overall: overallStatus(photos), photos, idType, idNumber };
}

/** Where the stepper opens: at the document until a photo of it has been sent, then at the first photo that is needed. */
export const firstStep = (proof: Proof): PhotoKind | 'document' =>
  proof.idType === '' ? 'document' : (nextPhoto(proof) ?? 'document');

/** With a side of the document on its way or approved, the selfie has to go with that document. */
export const isDocumentFixed = ({ photos }: Proof, next: PhotoKind): boolean =>
  next === 'SELFIE' && [photos.FRONTID, photos.BACKID].some((photo) => !isNeeded(photo));
