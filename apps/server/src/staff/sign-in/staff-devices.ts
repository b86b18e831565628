import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { StaffCredentials } from '../members/staff-members.ts';

const ID_BYTES = 16;

type Owner = Pick<StaffCredentials, 'id' | 'password'>;

/**
 * Browsers that members of staff have signed in with. A browser is identified by its cookie, a random id. The cookie is
 * signed for one member, so that it cannot be forged, and for the member's current password, so that it becomes invalid
 * once the password is changed or removed.
 */
export class StaffDevices {
  readonly #key: string;

  /** `key` signs the cookies; at least 32 characters. */
  constructor(key: string) {
    this.#key = key;
  }

  /** A new cookie for a browser with which the member has signed in. */
  issue(member: Owner): string {
    const id = randomBytes(ID_BYTES).toString('base64url');
    return `${id}.${this.#signature(member, id).toString('base64url')}`;
  }

  /**
   * The id of the member's browser; undefined if its cookie was not issued for this member with the current password.
   */
  idOf(member: Owner, cookie = ''): string | undefined {
    const [id = '', sent = ''] = cookie.split('.', 2);
    const [signature, expected] = [Buffer.from(sent, 'base64url'), this.#signature(member, id)];
    return signature.length === expected.length && timingSafeEqual(signature, expected) ? id : undefined;
  }

  /**
   * The signature covers the stored hash of the password. Each hash has a new salt, so even choosing the same password
   * again gives a different signature.
   */
  #signature({ id: staffId, password }: Owner, id: string): Buffer {
    return createHmac('sha256', this.#key).update(`staff device\n${staffId}\n${password}\n${id}`).digest();
  }
}
