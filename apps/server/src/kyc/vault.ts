import { type KeyRing, openedFile, unavailableWithoutKey } from '../files/key-ring.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';
import type { PhotoKind } from './proof.ts';

/** The record that a photo belongs to: a photo that was sealed for one record cannot be opened for another. */
export interface PhotoPlace {
  readonly id: string;
  readonly owner: number;
  readonly kind: PhotoKind;
}

const photoContext = ({ id, owner, kind }: PhotoPlace): string => `photo of ${owner}, ${kind}, ${id}`;
const numberContext = (owner: number): string => `document number of ${owner}`;

/** Encrypted storage of photos and document numbers. */
export class Vault {
  readonly ring: KeyRing;
  readonly #blobs: Blobs;

  constructor(ring: KeyRing, blobs: Blobs) {
    this.ring = ring;
    this.#blobs = blobs;
  }

  async putPhoto(place: PhotoPlace, jpeg: Buffer): Promise<void> {
    await this.#blobs.put(place.id, await this.ring.sealFile(jpeg, photoContext(place)));
  }

  /** The decrypted photo; undefined if it has been erased. Throws unavailable if its key is not in the settings. */
  async getPhoto(place: PhotoPlace): Promise<Buffer | undefined> {
    const sealed = await this.#blobs.get(place.id);
    return sealed && openedFile(this.ring, sealed, photoContext(place));
  }

  erasePhoto(id: string): Promise<void> {
    return this.#blobs.erase(id);
  }

  sealNumber(owner: number, number: string): Buffer {
    return this.ring.seal(Buffer.from(number), numberContext(owner));
  }

  /**
   * The decrypted number; empty if it was erased when its retention ended. Throws unavailable if its key is not in the
   * settings.
   */
  openNumber(owner: number, sealed: Buffer | null): string {
    return sealed === null ? '' : opened(() => this.ring.open(sealed, numberContext(owner))).toString();
  }
}

function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    return unavailableWithoutKey(error);
  }
}
