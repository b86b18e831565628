import type { Session, Sessions } from './session.ts';

interface Headers {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
}

const MOST_REMEMBERED = 50_000;
/**
 * Longer headers are not cached. A session's own header has about a hundred characters; a client could fill the cache
 * with headers that differ only in what follows the token.
 */
const LONGEST_REMEMBERED = 1_024;

/**
 * Caches the session by header, so that the header need not be parsed and looked up again. Whether the session is still
 * valid is checked each time.
 */
export class SessionMemory {
  readonly #sessions: Sessions;
  readonly #byAuthorization = new Map<string, Session>();
  readonly #byCookie = new Map<string, Session>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Like Sessions.authenticate. */
  authenticate(headers: Headers): ReturnType<Sessions['authenticate']> {
    const { authorization, cookie } = headers;
    // If both headers are sent, which one counts depends on their contents.
    if (authorization !== undefined && cookie !== undefined) return this.#sessions.authenticate(headers);
    if (authorization !== undefined) return this.#remembered(this.#byAuthorization, authorization, headers);
    return cookie === undefined ? 'none' : this.#remembered(this.#byCookie, cookie, headers);
  }

  #remembered(memory: Map<string, Session>, header: string, headers: Headers): ReturnType<Sessions['authenticate']> {
    if (header.length > LONGEST_REMEMBERED) return this.#sessions.authenticate(headers);
    const last = memory.get(header);
    if (last !== undefined && this.#sessions.goesOn(last)) return last;
    const found = this.#sessions.authenticate(headers);
    if (typeof found === 'object' && !(found instanceof Promise)) {
      if (memory.size >= MOST_REMEMBERED) memory.clear();
      memory.set(header, found);
    } else memory.delete(header);
    return found;
  }
}
