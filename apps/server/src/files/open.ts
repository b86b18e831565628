import type { Ground } from '../kit/ground.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';
import { KeyRing, type NamedKey } from './key-ring.ts';
import { Pictures } from './pictures.ts';
import type { Services } from './services.ts';
import { Uploads } from './uploads.ts';

interface Outside {
  /** Where files are stored. */
  readonly blobs: Blobs;
  /** The keys that seal the files: the first encrypts, and all of them decrypt. */
  readonly keys: readonly NamedKey[];
}

export function openFiles({ log }: Pick<Services, 'log'>, { pool, onClose }: Ground, { blobs, keys }: Outside) {
  const ring = new KeyRing(keys);
  const pictures = new Pictures({ log });
  onClose(() => pictures.close());
  return { ring, blobs, uploads: new Uploads({ pool, ring, blobs, pictures }) };
}
