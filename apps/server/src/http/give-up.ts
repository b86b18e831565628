import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * A socket with Node's HTTP parser. Node calls the parser's callback after the headers of a request; the callback's
 * result says how to continue. Node does not document this, but a test checks it.
 */
interface ParsedSocket extends Socket {
  readonly parser?: { onIncoming: ((request: IncomingMessage, isKept: boolean) => number) | null } | null;
}

/** The callback's result that ends the parsing of the received data. */
const PARSE_NO_FURTHER = 2;
/** The number of requests over the rate limit that a connection may send. Programs that retry calls stay below it. */
const MOST_OVER_PACE = 20;

const givenUp = new WeakSet<Socket>();
const overPace = new WeakMap<Socket, number>();

/**
 * From now on, reads nothing more from the socket. Responses that are already written are still sent before it closes.
 */
export const giveUp = (socket: Socket): void => void givenUp.add(socket);

export const isGivenUp = (socket: Socket): boolean => givenUp.has(socket);

/**
 * Counts a request that was refused because of the rate limit. If a connection keeps sending such requests, it is
 * closed.
 */
export function countOverPace(socket: Socket): void {
  const count = (overPace.get(socket) ?? 0) + 1;
  overPace.set(socket, count);
  if (count > MOST_OVER_PACE) giveUp(socket);
}

/**
 * Makes it possible to give up a connection immediately. Otherwise, Node would first parse everything that it has read
 * from the socket, up to 64 KiB. That may be ten thousand chunks of a body, or three thousand requests that are all
 * refused, and everyone else would have to wait.
 */
export function letGiveUp(server: Server): void {
  server.on('connection', (socket: ParsedSocket) => {
    const { parser } = socket;
    const onIncoming = parser?.onIncoming;
    if (!parser || !onIncoming) return;
    parser.onIncoming = (request, isKept) => {
      // What follows a request that was given up may be the rest of its body, and must not be parsed as a request.
      if (givenUp.has(socket)) return PARSE_NO_FURTHER;
      const goOn = onIncoming(request, isKept);
      return givenUp.has(socket) ? PARSE_NO_FURTHER : goOn;
    };
  });
}
