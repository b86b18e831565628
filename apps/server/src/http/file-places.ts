import type { FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { AddressPlaces } from '../kit/by-address.ts';
import { RecentCallers } from '../kit/recent-callers.ts';
import { clientSender, staffSender } from '../kit/sender.ts';
import type { Waiting } from '../kit/waiting.ts';
import type { VerifiedClients } from './services.ts';

/**
 * Maximum number of files in transfer for all networks of one IPv6 site together. The maximum for a single address is
 * lower.
 */
const MOST_PER_SITE = 8;

/**
 * How many files may be in transfer at once; each takes a few megabytes of memory. Clients cannot take the slots for
 * staff. Unverified clients, whose accounts cost nothing, cannot take the last slots for clients.
 */
const MOST_AT_ONCE = { unverified: 12, clients: 16, staff: 4 };

export interface FilePlacesParts {
  readonly mostPerAddress: number;
  readonly kyc: VerifiedClients;
}

/**
 * Limits how many files are in transfer at once in one direction. If an unverified client finds all slots for
 * unverified clients taken, a transfer is cut off to free one: that of the unverified client who has sent the most
 * requests within the last hour, unless nobody has sent more than the newcomer. A few accounts thus cannot keep
 * newcomers out.
 */
export class FilePlaces {
  readonly #kyc: VerifiedClients;
  readonly #taken = { clients: 0, staff: 0 };
  readonly #byAddress: AddressPlaces;
  readonly #unverified = new Set<Waiting>();
  readonly #callers = new RecentCallers(() => performance.now());

  constructor({ mostPerAddress, kyc }: FilePlacesParts) {
    this.#kyc = kyc;
    this.#byAddress = new AddressPlaces(mostPerAddress, MOST_PER_SITE);
  }

  /** Takes a slot and returns a function that releases it. Errors: busy. */
  take(request: FastifyRequest): () => void {
    const { ip, staff, session } = request;
    const side = staff === undefined ? 'clients' : 'staff';
    const isUnverified = session !== undefined && !this.#kyc.isVerified(session.owner);
    const user = fileUser(request);
    this.#callers.count(user);
    if (side === 'clients' && !this.#byAddress.take(ip)) throw new ApiError('busy');
    if (!this.#hasRoom(side, isUnverified ? user : undefined)) {
      if (side === 'clients') this.#byAddress.leave(ip);
      throw new ApiError('busy');
    }
    this.#taken[side] += 1;
    let isTaken = true;
    const leave = () => {
      if (!isTaken) return;
      isTaken = false;
      this.#taken[side] -= 1;
      this.#unverified.delete(place);
      if (side === 'clients') this.#byAddress.leave(ip);
    };
    const drop = () => {
      leave();
      request.raw.socket.destroy();
    };
    const place: Waiting = { client: user, go: () => {}, drop };
    if (isUnverified) this.#unverified.add(place);
    return leave;
  }

  #hasRoom(side: 'clients' | 'staff', unverified: string | undefined): boolean {
    const isFull = (most: number) => this.#taken[side] >= most;
    if (unverified === undefined) return !isFull(MOST_AT_ONCE[side]);
    return !isFull(MOST_AT_ONCE.unverified) || this.#callers.makeRoom(this.#unverified, unverified);
  }
}

/** Identifies the person who sends or reads a file. */
export function fileUser({ session, staff }: FastifyRequest): string {
  if (session !== undefined) return clientSender(session.owner);
  if (staff !== undefined) return staffSender(staff.staffId);
  throw new Error('a file was requested without a session');
}
