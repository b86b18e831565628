import type { ErrorFields, WordedCode } from './error-sentences.ts';

/** An interface of calls by 'METHOD path', such as `Calls` of packages/contract. */
type CallTable<Calls> = { [K in keyof Calls]: { query: unknown; body: unknown; response: unknown } };

/** Codes for failures without a code from the server: no response, or a response that cannot be understood. */
export type LocalCode = 'no_response' | 'bad_answer';

/** A refused or failed call. `message` is a sentence that may be shown as it is. */
export class CallError<Code extends string = string> extends Error {
  readonly status: number;
  readonly code: Code;
  readonly retryable: boolean;
  readonly parameters: Readonly<Record<string, string>>;

  constructor(status: number, { message, code, retryable, parameters = {} }: ErrorFields<Code>) {
    super(message);
    this.name = 'CallError';
    this.status = status;
    this.code = code;
    this.retryable = retryable;
    this.parameters = parameters;
  }
}

export type CallOptions<C extends { query: unknown; body: unknown }> = {
  readonly query?: C['query'];
  readonly signal?: AbortSignal;
  /** A key for one user action, kept across retries: repeated calls with the same key move money only once. */
  readonly idempotencyKey?: string;
  /** Whether the call is made by the page itself, not by a user: such a call does not keep an idle session alive. */
  readonly background?: boolean;
  /** Whether the call must complete even if the user leaves the page, as when signing out; only for small bodies. */
  readonly outlivesPage?: boolean;
} & (C['body'] extends undefined ? { readonly body?: undefined } : { readonly body: C['body'] });

export type CallArguments<C extends { query: unknown; body: unknown }> = C['body'] extends undefined
  ? [options?: CallOptions<C>]
  : [options: CallOptions<C>];

/**
 * Calls to the server that served the page, with the session in a cookie. A body of bytes is sent as a file.
 * `localText` gives the sentence for a failure without a code from the server, `sentence` the one for a failure with a
 * code. A code without a sentence is a compile error.
 */
export function createCaller<Calls extends CallTable<Calls>, Code extends WordedCode>(
  localText: (code: LocalCode) => string,
  sentence: (error: ErrorFields<string>) => Promise<string>,
) {
  type Failure = CallError<Code | LocalCode>;
  const refusalListeners = new Set<(error: Failure) => void>();
  /**
   * The log position of this page's last write: reads request at least this position, so that the page sees its own
   * writes.
   */
  let leastPosition = 0;

  const localError = (status: number, code: LocalCode): Failure =>
    new CallError<Code | LocalCode>(status, { code, message: localText(code), retryable: code === 'no_response' });

  /** The error for a response that is not 2xx. */
  async function toError(response: Response): Promise<Failure> {
    const error = await errorIn<Code>(response);
    if (error === undefined) return localError(response.status, response.status >= 502 ? 'no_response' : 'bad_answer');
    return new CallError<Code | LocalCode>(response.status, { ...error, message: await sentence(error) });
  }

  async function send(method: string, url: string, options: SendOptions): Promise<Response> {
    const request = requestOf(method, options, leastPosition);
    try {
      return await fetch(url, request);
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      throw localError(0, 'no_response');
    }
  }

  /** The response to a call. Throws a CallError unless it is 2xx; an aborted call throws the browser's AbortError. */
  async function answerOf(key: string, options: SendOptions & { readonly query?: unknown }): Promise<Response> {
    const [method = 'GET', path = '/'] = key.split(' ');
    const response = await send(method, path + queryText(options.query), options);
    if (!response.ok) {
      const error = await toError(response);
      for (const listener of refusalListeners) listener(error);
      throw error;
    }
    const position = Number(response.headers.get('x-log-position'));
    if (method === 'POST' && Number.isSafeInteger(position) && position > leastPosition) leastPosition = position;
    return response;
  }

  /** Calls an endpoint by its key in `Calls`, such as 'GET /api/v3/session'. Throws like `answerOf`. */
  async function call<K extends keyof Calls & string>(
    key: K,
    ...[options]: CallArguments<Calls[K]>
  ): Promise<Calls[K]['response']> {
    const response = await answerOf(key, options ?? {});
    return response.json().catch(() => {
      throw localError(response.status, 'bad_answer');
    });
  }

  return {
    call,
    /** Like `call`, for a response that is not JSON, such as a picture. */
    callForBlob: async (key: keyof Calls & string, query?: unknown): Promise<Blob> =>
      (await answerOf(key, { query })).blob(),
    toError,
    /** `listener` is called for every refused call; this is how the app notices that its session has ended. */
    onRefusal: (listener: (error: Failure) => void): (() => void) => {
      refusalListeners.add(listener);
      return () => refusalListeners.delete(listener);
    },
  };
}

interface SendOptions {
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly idempotencyKey?: string;
  readonly background?: boolean;
  readonly outlivesPage?: boolean;
}

/** `leastPosition` is the minimum log position a read asks for. */
function requestOf(method: string, options: SendOptions, leastPosition: number): RequestInit {
  const { body, signal, idempotencyKey, background, outlivesPage } = options;
  const headers = new Headers({ accept: 'application/json' });
  const isFile = body instanceof Uint8Array;
  if (body !== undefined) headers.set('content-type', isFile ? 'application/octet-stream' : 'application/json');
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey);
  // The language of emails that the call causes.
  if (typeof document !== 'undefined') headers.set('accept-language', document.documentElement.lang);
  if (background) headers.set('x-background', '1');
  if (method === 'GET' && leastPosition > 0) headers.set('x-min-position', String(leastPosition));
  const init: RequestInit = { method, headers, credentials: 'same-origin', cache: 'no-store' };
  if (body !== undefined) init.body = isFile ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body);
  if (signal) init.signal = signal;
  if (outlivesPage) init.keepalive = true;
  return init;
}

/** The server's error; undefined if the response is not the server's own, such as a proxy's. */
async function errorIn<Code extends string>(response: Response): Promise<ErrorFields<Code> | undefined> {
  const body: unknown = await response.json().catch(() => undefined);
  if (typeof body !== 'object' || body === null) return undefined;
  const { code, message } = body as { code?: unknown; message?: unknown };
  return typeof code === 'string' && typeof message === 'string' ? (body as ErrorFields<Code>) : undefined;
}

function queryText(query: unknown): string {
  const pairs = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  return pairs.length ? `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}` : '';
}
