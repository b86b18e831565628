import { connect, createServer, type Socket } from 'node:net';

export interface CuttingProxy {
  readonly url: string;
  /** The next request reaches the database, but the connection is cut instead of passing on the response. */
  cutNextResponse(): void;
  /**
   * The next request reaches the database, but its response and all later ones on that connection are withheld forever.
   */
  swallowNextResponse(): void;
  /**
   * From now on, all data of existing connections is dropped in both directions, but they are never closed, even if one
   * side closes its end: as with a host that lost power, or a firewall that lost its state. New connections work.
   */
  swallowConnections(): void;
  /** Refuses connections until `restore`, and closes existing ones. */
  sever(): void;
  restore(): void;
  close(): Promise<void>;
}

/**
 * A TCP proxy in front of Postgres that loses responses on request, as a broken network may lose the response to a
 * commit.
 */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const own = new URL(databaseUrl);
  const open = new Set<Socket>();
  const swallowed = new Set<Socket>();
  let fault: 'none' | 'cut' | 'swallow' = 'none';
  let severed = false;
  const server = createServer((client) => {
    if (severed) {
      client.destroy();
      return;
    }
    const far = connect(Number(target.port), target.hostname);
    let faultHere: typeof fault = 'none';
    const end = () => {
      if (swallowed.has(client)) return;
      client.destroy();
      far.destroy();
    };
    for (const socket of [client, far]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', () => {
        open.delete(socket);
        end();
      });
    }
    client.on('data', (bytes) => {
      if (swallowed.has(client)) return;
      if (faultHere !== 'swallow') faultHere = fault;
      fault = 'none';
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (faultHere === 'cut') end();
      else if (faultHere === 'none' && !swallowed.has(client)) client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no TCP port');
  own.port = String(address.port);
  return {
    url: own.href,
    cutNextResponse: () => {
      fault = 'cut';
    },
    swallowNextResponse: () => {
      fault = 'swallow';
    },
    swallowConnections: () => {
      for (const socket of open) swallowed.add(socket);
    },
    sever: () => {
      severed = true;
      for (const socket of open) socket.destroy();
    },
    restore: () => {
      severed = false;
    },
    close: async () => {
      swallowed.clear();
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
