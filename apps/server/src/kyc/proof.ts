/** The photos of a proof of identity, in the order in which they are taken. */
export const photoKinds = ['selfie', 'front', 'back'] as const;
export type PhotoKind = (typeof photoKinds)[number];

export type PhotoStatus = 'pending' | 'approved' | 'refused';

/** The status of the current photo of each kind; a kind that is missing has not been sent. */
export type Statuses = Readonly<Partial<Record<PhotoKind, PhotoStatus>>>;

/** A client's document, as the client describes it. */
export interface IdDocument {
  /** The specification's word for the kind of document. */
  readonly type: string;
  readonly number: string;
}

/**
 * The overall status, as the specification defines it: none if any photo is missing; else pending if any is pending;
 * else refused if any is refused; else approved.
 */
export function overallStatus(statuses: Statuses): PhotoStatus | 'none' {
  const found = photoKinds.map((kind) => statuses[kind]);
  if (found.includes(undefined)) return 'none';
  if (found.includes('pending')) return 'pending';
  return found.includes('refused') ? 'refused' : 'approved';
}

/** Whether the client has nothing more to send. */
export const isComplete = (statuses: Statuses): boolean =>
  photoKinds.every((kind) => statuses[kind] === 'pending' || statuses[kind] === 'approved');

/** A document's number for comparison, ignoring differences in case, spaces and punctuation. */
export const comparableNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
