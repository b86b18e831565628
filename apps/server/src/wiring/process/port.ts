import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/**
 * Binds the address for a moment, before anything slow begins. If that fails, throws the error that `portError`
 * returns.
 */
export function checkPort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => reject(portError(error, host, port)));
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

/**
 * A StartError that tells the operator why the server cannot listen, or the error itself if it has a different cause.
 */
export function portError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new StartError(
        `Port ${port} on ${host} is in use: stop the process that uses it, or choose another port with PORT=<number>.`,
      );
    case 'EACCES':
      return new StartError(`Port ${port} may not be used by this user: choose one above 1023 with PORT=<number>.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST ${host} is not an address of this machine: choose one with HOST=<address>.`);
    default:
      return error;
  }
}
