import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { AttemptLimits } from '../identity/attempt-limits.ts';
import type { SecurityEvents } from '../identity/security-events.ts';
import { KeyRing, type NamedKey } from '../kyc/key-ring.ts';
import { Kyc } from '../kyc/kyc.ts';
import { KycRetention } from '../kyc/retention.ts';
import { KycReviews } from '../kyc/reviews.ts';
import { Vault } from '../kyc/vault.ts';
import type { Notices } from '../notices/notices.ts';
import type { Blobs } from '../providers/blobs/blobs.ts';
import { FolderBlobs } from '../providers/blobs/folder-blobs.ts';
import { S3Blobs } from '../providers/blobs/s3-blobs.ts';
import type { MailSender } from '../providers/mail/mail.ts';
import type { Settings } from './settings.ts';

export interface KycSide {
  readonly kyc: Kyc;
  readonly kycReviews: KycReviews;
  readonly retention: KycRetention;
  /** Where everything lies that is kept sealed, and the keys. */
  readonly ring: KeyRing;
  readonly blobs: Blobs;
}

interface OpenKycParts {
  readonly settings: Settings;
  readonly pool: pg.Pool;
  readonly notices: Notices;
  readonly mail: MailSender;
  readonly securityEvents: SecurityEvents;
  readonly brand: () => string;
}

/** Proofs of identity, with their photos where the settings say. */
export async function openKyc({
  settings,
  pool,
  notices,
  securityEvents,
  mail,
  brand,
}: OpenKycParts): Promise<KycSide> {
  const { s3, retentionDays } = settings.kyc;
  const blobs = s3 === undefined ? new FolderBlobs(join(settings.dataDir, 'kyc')) : new S3Blobs(s3);
  const ring = new KeyRing(kycKeys(settings));
  const vault = new Vault(ring, blobs);
  const kyc = await Kyc.open({ pool, vault, notices, securityEvents, limits: new AttemptLimits(pool) });
  return {
    kyc,
    kycReviews: new KycReviews({ pool, vault, kyc, notices, securityEvents, mail, brand }),
    retention: new KycRetention(pool, vault, retentionDays),
    ring,
    blobs,
  };
}

/** The operator's keys, or in a sandbox one of its own in DATA_DIR. A follower without them opens nothing. */
function kycKeys({ kyc, role, dataDir }: Settings): readonly NamedKey[] {
  if (kyc.keys !== undefined) return kyc.keys;
  if (role === 'follower') return [];
  const file = join(dataDir, 'kyc.key');
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' });
  return [{ id: 'sandbox', hex: readFileSync(file, 'utf8').trim() }];
}
