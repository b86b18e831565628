import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;

/**
 * Browsers that members of staff have signed in with. A browser is known by its cookie, a random id signed for one
 * member, so that nobody else can have one for that member.
 */
export class StaffDevices {
  readonly #key: string;

  /** `key` signs the cookies; at least 32 characters. */
  constructor(key: string) {
    this.#key = key;
  }

  /** A new cookie for a browser with which the member has signed in. */
  issue(staffId: string): string {
    const id = randomBytes(ID_BYTES).toString('base64url');
    return `${id}.${this.#signature(staffId, id).toString('base64url')}`;
  }

  /** The id of the member's browser; undefined if its cookie was not issued for this member. */
  idOf(staffId: string, cookie = ''): string | undefined {
    const [id = '', sent = ''] = cookie.split('.', 2);
    const [signature, expected] = [Buffer.from(sent, 'base64url'), this.#signature(staffId, id)];
    return signature.length === expected.length && timingSafeEqual(signature, expected) ? id : undefined;
  }

  #signature(staffId: string, id: string): Buffer {
    return createHmac('sha256', this.#key).update(`staff device\n${staffId}\n${id}`).digest();
  }
}
