import type { Socket } from 'node:net';
import type { Session, Sessions } from './session.ts';

interface Headers {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
}

interface Remembered extends Headers {
  readonly session: Session;
}

/** Who sent the last request over a connection: a next one with the very same headers need not be looked up. */
export class SessionMemory {
  readonly #sessions: Sessions;
  readonly #bySocket = new WeakMap<Socket, Remembered>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** As Sessions does. */
  authenticate(socket: Socket, headers: Headers): ReturnType<Sessions['authenticate']> {
    const { authorization, cookie } = headers;
    const last = this.#bySocket.get(socket);
    const isSame = last !== undefined && last.authorization === authorization && last.cookie === cookie;
    if (isSame && this.#sessions.goesOn(last.session)) return last.session;
    const found = this.#sessions.authenticate(headers);
    if (typeof found === 'object' && !(found instanceof Promise))
      this.#bySocket.set(socket, { authorization, cookie, session: found });
    return found;
  }
}
