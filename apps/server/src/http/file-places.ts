import type { FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { AddressPlaces } from '../kit/by-address.ts';
import { clientSender, staffSender } from '../kit/sender.ts';
import type { VerifiedClients } from './services.ts';

/** Files of all networks of one IPv6 site together, where one address may have fewer. */
const MOST_PER_SITE = 8;

/**
 * Each place stands for a file of a few megabytes in memory. Clients cannot take the places reserved for staff, nor
 * unverified clients, whose accounts cost nothing, the last ones of clients.
 */
const MOST_AT_ONCE = { unverified: 12, clients: 16, staff: 4 };

export interface FilePlacesParts {
  readonly mostPerAddress: number;
  readonly kyc: VerifiedClients;
}

/** Limits how many files are in transfer at once in one direction. */
export class FilePlaces {
  readonly #kyc: VerifiedClients;
  readonly #taken = { clients: 0, staff: 0 };
  readonly #byAddress: AddressPlaces;

  constructor({ mostPerAddress, kyc }: FilePlacesParts) {
    this.#kyc = kyc;
    this.#byAddress = new AddressPlaces(mostPerAddress, MOST_PER_SITE);
  }

  /** Takes a place and returns a function that releases it. Errors: busy. */
  take({ ip, staff, session }: FastifyRequest): () => void {
    const side = staff === undefined ? 'clients' : 'staff';
    const isUnverified = session !== undefined && !this.#kyc.isVerified(session.owner);
    if (this.#taken[side] >= MOST_AT_ONCE[isUnverified ? 'unverified' : side]) throw new ApiError('busy');
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
