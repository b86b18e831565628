import type { OwnerId } from '@vitrine/core';
import type { Session, Sessions } from './session.ts';

interface Headers {
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
}

const MOST_REMEMBERED = 50_000;
/**
 * Maximum number of cached headers per client: more than anyone's browsers and programs use at once. Without this
 * maximum, a client could fill the cache with headers that differ only in the text around the token.
 */
const MOST_OF_OWNER = 20;
/** Headers longer than this are not cached, to limit memory. A session's own header has about a hundred characters. */
const LONGEST_REMEMBERED = 1_024;

type Memory = Map<string, Session>;

/** A cached header. */
interface Entry {
  readonly memory: Memory;
  readonly header: string;
}

/**
 * Caches sessions by header, so that a header that was seen before need not be parsed and looked up. Whether the
 * session is still valid is checked each time.
 */
export class SessionMemory {
  readonly #sessions: Sessions;
  readonly #byAuthorization: Memory = new Map();
  readonly #byCookie: Memory = new Map();
  /** Each client's cached headers, oldest first. */
  readonly #byOwner = new Map<OwnerId, readonly Entry[]>();

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    sessions.onEnd(({ id, owner }) => this.#forget(owner, ({ memory, header }) => memory.get(header)?.id === id));
  }

  /** The session of a request, as Sessions.authenticate returns it. */
  authenticate(headers: Headers): ReturnType<Sessions['authenticate']> {
    const { authorization, cookie } = headers;
    // If a request has both headers, their contents decide which one applies.
    if (authorization !== undefined && cookie !== undefined) return this.#sessions.authenticate(headers);
    if (authorization !== undefined) return this.#remembered(this.#byAuthorization, authorization, headers);
    return cookie === undefined ? 'none' : this.#remembered(this.#byCookie, cookie, headers);
  }

  /** The number of cached headers. */
  get size(): number {
    return this.#byAuthorization.size + this.#byCookie.size;
  }

  #remembered(memory: Memory, header: string, headers: Headers): ReturnType<Sessions['authenticate']> {
    if (header.length > LONGEST_REMEMBERED) return this.#sessions.authenticate(headers);
    const last = memory.get(header);
    if (last !== undefined && this.#sessions.goesOn(last)) return last;
    if (last !== undefined) this.#drop(memory, header, last);
    const found = this.#sessions.authenticate(headers);
    if (typeof found === 'object' && !(found instanceof Promise)) this.#remember(memory, header, found);
    return found;
  }

  #remember(memory: Memory, header: string, session: Session): void {
    if (memory.size >= MOST_REMEMBERED) this.#dropOldest(memory);
    const own = this.#byOwner.get(session.owner) ?? [];
    const dropped = own.length >= MOST_OF_OWNER ? own[0] : undefined;
    dropped?.memory.delete(dropped.header);
    memory.set(header, session);
    this.#byOwner.set(session.owner, [...own.slice(dropped === undefined ? 0 : 1), { memory, header }]);
  }

  #dropOldest(memory: Memory): void {
    for (const [header, session] of memory) {
      this.#drop(memory, header, session);
      return;
    }
  }

  #drop(memory: Memory, header: string, { owner }: Session): void {
    this.#forget(owner, (entry) => entry.memory === memory && entry.header === header);
  }

  #forget(owner: OwnerId, isForgotten: (entry: Entry) => boolean): void {
    const own = Map.groupBy(this.#byOwner.get(owner) ?? [], isForgotten);
    for (const { memory, header } of own.get(true) ?? []) memory.delete(header);
    const left = own.get(false);
    if (left === undefined) this.#byOwner.delete(owner);
    else this.#byOwner.set(owner, left);
  }
}
