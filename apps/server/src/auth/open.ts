import type { Ground } from '../kit/ground.ts';
import { createIdentity, type IdentityParts } from './identity.ts';
import type { LeakedPasswords } from './passwords/leaked-passwords.ts';
import { NewPasswords } from './passwords/new-passwords.ts';
import { Preferences } from './preferences.ts';
import { SecurityEvents } from './security/security-events.ts';
import type { Services } from './services.ts';

type Below = Pick<Services, 'brand' | 'mail' | 'mailQueue' | 'core' | 'log'>;

/** External services and the operator's settings. */
interface Outside extends Pick<IdentityParts, 'secret' | 'baseUrl' | 'times' | 'sms' | 'smsPerCountryHour' | 'openId'> {
  /** The set of leaked passwords against which new passwords are checked; undefined if there is none. */
  readonly leaked: LeakedPasswords | undefined;
}

export async function openAuth(below: Below, { pool, connect, onClose }: Ground, { leaked, ...outside }: Outside) {
  const { brand, mail, mailQueue, log } = below;
  const newPasswords = new NewPasswords({ pool, brand, leaked });
  const identity = await createIdentity({
    ...outside,
    pool,
    connect,
    now: Date.now,
    mail,
    mailQueue,
    brand,
    newPasswords,
    log,
    onOpenIdFault: (fault) => log.warn({ err: fault }, 'sign-in not confirmed by the provider'),
    core: () => below.core,
  });
  onClose(() => identity.close());
  const { sessions, accounts, access, security, pruneExpired } = identity;
  return {
    sessions,
    accounts,
    transactionPasswords: accounts,
    access,
    security,
    newPasswords,
    securityEvents: new SecurityEvents(pool),
    preferences: new Preferences(pool),
    pruneExpired,
  };
}
