import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { SecurityEvents } from '../auth/security/security-events.ts';
import { KeyRing, type NamedKey } from '../files/key-ring.ts';
import { Pictures } from '../files/pictures.ts';
import { Uploads } from '../files/uploads.ts';
import { AttemptLimits } from '../kit/attempt-limits.ts';
import { Kyc } from '../kyc/kyc.ts';
import { KycRetention } from '../kyc/retention.ts';
import { KycReviews } from '../kyc/reviews.ts';
import { Vault } from '../kyc/vault.ts';
import type { Notices } from '../notifications/notices.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';
import { FolderBlobs } from '../providers/blobs/folder-blobs.ts';
import { S3Blobs } from '../providers/blobs/s3-blobs.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import { connectTo } from './database.ts';
import { readOrMakeSecret } from './secret-file.ts';
import type { Settings } from './settings.ts';

export interface KycSide {
  readonly kyc: Kyc;
  readonly kycReviews: KycReviews;
  readonly retention: KycRetention;
  /** Where everything lies that is kept sealed, and the keys. */
  readonly ring: KeyRing;
  readonly blobs: Blobs;
  readonly uploads: Uploads;
  readonly pictures: Pictures;
}

interface OpenKycParts {
  readonly settings: Settings;
  readonly url: string;
  readonly pool: pg.Pool;
  readonly notices: Notices;
  readonly mail: MailSender;
  readonly securityEvents: SecurityEvents;
  readonly brand: () => string;
  readonly log: FastifyBaseLogger;
}

/** Proofs of identity, with their photos where the settings say. */
export async function openKyc({
  settings,
  url,
  pool,
  notices,
  securityEvents,
  mail,
  brand,
  log,
}: OpenKycParts): Promise<KycSide> {
  const { s3, retentionDays } = settings.kyc;
  const blobs = s3 === undefined ? new FolderBlobs(join(settings.dataDir, 'kyc')) : new S3Blobs(s3);
  const ring = new KeyRing(kycKeys(settings));
  const vault = new Vault(ring, blobs);
  const pictures = new Pictures({ log });
  const uploads = new Uploads({ pool, ring, blobs, pictures });
  const connect = connectTo(url, 'vitrine verified');
  const limits = new AttemptLimits(pool);
  const kyc = await Kyc.open({ pool, connect, vault, uploads, notices, securityEvents, limits });
  return {
    kyc,
    kycReviews: new KycReviews({ pool, vault, kyc, notices, securityEvents, mail, brand }),
    retention: new KycRetention(pool, vault, retentionDays),
    ring,
    blobs,
    uploads,
    pictures,
  };
}

/** The operator's keys, or in a sandbox one of its own in DATA_DIR. A follower without them opens nothing. */
function kycKeys({ kyc, role, dataDir }: Settings): readonly NamedKey[] {
  if (kyc.keys !== undefined) return kyc.keys;
  if (role === 'follower') return [];
  return [{ id: 'sandbox', hex: readOrMakeSecret(join(dataDir, 'kyc.key'), 32) }];
}
