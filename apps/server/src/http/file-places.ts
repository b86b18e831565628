import type { FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { AddressPlaces } from '../kit/by-address.ts';
import { clientSender, staffSender } from '../kit/sender.ts';

/** Each place stands for a file of a few megabytes in memory. Clients cannot take the places reserved for staff. */
const MOST_AT_ONCE = { clients: 16, staff: 4 };
const MOST_PER_ADDRESS = 4;
/** Of the networks of one IPv6 site together. */
const MOST_PER_SITE = 8;

/** Limits how many files are in transfer at once in one direction. */
export class FilePlaces {
  readonly #taken = { clients: 0, staff: 0 };
  readonly #byAddress = new AddressPlaces(MOST_PER_ADDRESS, MOST_PER_SITE);

  /** Takes a place and returns a function that releases it. Errors: busy. */
  take({ ip, staff }: FastifyRequest): () => void {
    const side = staff === undefined ? 'clients' : 'staff';
    if (this.#taken[side] >= MOST_AT_ONCE[side]) throw new ApiError('busy');
    if (side === 'clients' && !this.#byAddress.take(ip)) throw new ApiError('busy');
    this.#taken[side] += 1;
    return () => {
      this.#taken[side] -= 1;
      if (side === 'clients') this.#byAddress.leave(ip);
    };
  }
}

/** Identifies the person who sends or reads a file. */
export function fileUser({ session, staff }: FastifyRequest): string {
  if (session !== undefined) return clientSender(session.owner);
  if (staff !== undefined) return staffSender(staff.staffId);
  throw new Error('files need a signed-in user');
}
