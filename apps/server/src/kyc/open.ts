import type { Ground } from '../kit/ground.ts';
import { Kyc } from './kyc.ts';
import { KycRetention } from './retention.ts';
import { KycReviews } from './reviews.ts';
import type { Services } from './services.ts';
import { Vault } from './vault.ts';

type Below = Pick<
  Services,
  'ring' | 'blobs' | 'uploads' | 'uploadLimits' | 'notices' | 'securityEvents' | 'mail' | 'brand' | 'settings'
>;

export async function openKyc(below: Below, { pool, connect, onClose }: Ground) {
  const { ring, blobs, uploads, uploadLimits: limits, notices, securityEvents, mail, brand, settings } = below;
  const vault = new Vault(ring, blobs);
  const kyc = await Kyc.open({
    pool,
    connect,
    vault,
    uploads,
    notices,
    securityEvents,
    limits,
  });
  onClose(() => kyc.close());
  return {
    kyc,
    kycReviews: new KycReviews({ pool, vault, kyc, notices, securityEvents, mail, brand }),
    kycRetention: new KycRetention(pool, vault, settings.kyc.retentionDays),
  };
}
