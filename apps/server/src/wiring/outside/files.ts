import { join } from 'node:path';
import type { NamedKey } from '../../files/key-ring.ts';
import type { Blobs } from '../../providers/blobs/blobs.ts';
import { FolderBlobs } from '../../providers/blobs/folder-blobs.ts';
import { S3Blobs } from '../../providers/blobs/s3-blobs.ts';
import { readOrMakeSecret } from '../settings/secret-file.ts';
import type { Settings } from '../settings/settings.ts';

/** The configured storage of encrypted files, and the keys that encrypt them. */
export const filesOf = (settings: Settings): { readonly blobs: Blobs; readonly keys: readonly NamedKey[] } => ({
  blobs: settings.kyc.s3 === undefined ? new FolderBlobs(join(settings.dataDir, 'kyc')) : new S3Blobs(settings.kyc.s3),
  keys: keysOf(settings),
});

/** The keys in the settings, or a sandbox's own in DATA_DIR. A follower without keys cannot open any file. */
function keysOf({ kyc, role, dataDir }: Settings): readonly NamedKey[] {
  if (kyc.keys !== undefined) return kyc.keys;
  if (role === 'follower') return [];
  return [{ id: 'sandbox', hex: readOrMakeSecret(join(dataDir, 'kyc.key'), 32) }];
}
