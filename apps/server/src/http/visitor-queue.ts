import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../kit/api-error.ts';
import { AddressPlaces } from '../kit/by-address.ts';
import { asVisitor, MOST_WAITING } from '../kit/password-line.ts';
import { inPlace } from '../kit/visitor-place.ts';
import { whenOver } from './when-over.ts';

const MOST_PER_ADDRESS = 4;

/**
 * Admits visitors' calls that hash a password: a limited number at once, fewer per address, and none whose sender has
 * disconnected. Calls beyond these limits are refused before anything is counted or done. The visitors' lane of
 * `PasswordLine` has room for all admitted calls.
 */
export class VisitorQueue {
  #size = 0;
  readonly #byAddress = new AddressPlaces(MOST_PER_ADDRESS);

  /** Runs an admitted call. Errors: busy. */
  async run<T>(request: FastifyRequest, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
    const { ip } = request;
    if (this.#size >= MOST_WAITING || !this.#byAddress.take(ip)) throw new ApiError('busy');
    this.#size += 1;
    const gone = new AbortController();
    whenOver(request, reply, () => gone.abort());
    let isInLine = true;
    const leave = () => {
      if (!isInLine) return;
      isInLine = false;
      this.#size -= 1;
      this.#byAddress.leave(ip);
    };
    try {
      return await inPlace(leave, () => asVisitor(gone.signal, work));
    } finally {
      leave();
    }
  }
}
