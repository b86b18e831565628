/** The photos of a proof of identity, in the order in which they are taken. */
export const photoKinds = ['selfie', 'front', 'back'] as const;
export type PhotoKind = (typeof photoKinds)[number];

export type PhotoStatus = 'pending' | 'approved' | 'refused';

/** The status of each photo that counts; a kind without one has not been sent. */
export type Statuses = Readonly<Partial<Record<PhotoKind, PhotoStatus>>>;

/** What a client says their document is. */
export interface IdDocument {
  /** The specification's word for its kind. */
  readonly type: string;
  readonly number: string;
}

/**
 * Of the three statuses together, in the specification's order: any missing is none; else any pending is pending; else any
 * refused is refused; else approved.
 */
export function overallStatus(statuses: Statuses): PhotoStatus | 'none' {
  const found = photoKinds.map((kind) => statuses[kind]);
  if (found.includes(undefined)) return 'none';
  if (found.includes('pending')) return 'pending';
  return found.includes('refused') ? 'refused' : 'approved';
}

/** Whether the client has nothing left to send. */
export const isComplete = (statuses: Statuses): boolean =>
  photoKinds.every((kind) => statuses[kind] === 'pending' || statuses[kind] === 'approved');

/** A document's number as it is compared: case, spaces and signs are how people write, not what the document says. */
export const comparableNumber = (number: string): string =>
  number
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
