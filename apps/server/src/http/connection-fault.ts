import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../kit/api-error.ts';
import { errorBody, statusOf } from './error-answer.ts';

/** Our error codes for the errors after which Node's HTTP parser ends a connection, by Node's code. */
const faults: Readonly<Record<string, 'request_timeout' | 'too_large'>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
  HPE_HEADER_OVERFLOW: 'too_large',
};

/** Responds to data that is not a valid or complete HTTP request, and closes the connection. */
export const connectionFault =
  (headers: Readonly<Record<string, string>>) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const known = faults[error.code ?? ''];
    const shown = known ? new ApiError(known) : new ApiError('invalid_request', { reason: 'not_http' });
    const status = statusOf(shown.code);
    const body = JSON.stringify(errorBody(shown));
    const head = Object.entries({
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}`);
    if (socket.writable) {
      socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('\r\n')}\r\n\r\n${body}`);
    }
    socket.destroy(error);
  };
