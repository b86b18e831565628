import { NodeFault, NodeUnreachable } from './chain-errors.ts';

/** Access to a node. */
export interface NodeAccess {
  /** May contain a path, but no user name or password: those go into headers. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The time limit for one response, up to its last byte. */
  readonly timeoutMs?: number;
  /** The maximum length of a response: reading stops there. */
  readonly maxResponseBytes?: number;
}

export interface NodeRequest {
  readonly method: 'GET' | 'POST';
  /** The path, which is added to the node's URL. */
  readonly path?: string;
  readonly body?: string;
}

export interface NodeResponse {
  readonly status: number;
  readonly text: string;
}

export interface NodeBytes {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** The node's response is longer than the limit. */
export class ResponseTooLong extends NodeFault {}

/** The node was contacted, but took too long to respond. */
export class ResponseTooLate extends NodeUnreachable {}

const TIMEOUT_MS = 15_000;
/** The default maximum length of a response. A block full of calldata or logs takes about half of it. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;
/** HTTP statuses of a gateway that cannot reach a node behind it, or that asks us to wait. */
const awayStatuses = new Set([408, 425, 429, 502, 503, 504]);

/** Like `askNodeForBytes`, for a text response. Throws NodeFault if the response is not text. */
export async function askNode(access: NodeAccess, request: NodeRequest): Promise<NodeResponse> {
  const { status, bytes } = await askNodeForBytes(access, request);
  return { status, text: textOf(bytes) };
}

/**
 * Sends a request to a node over HTTP, with limits on time and bytes. A broken connection is retried once, because the
 * node may just have closed a keep-alive connection; all requests to nodes are safe to repeat. Throws NodeUnreachable,
 * or NodeFault if the response is too large.
 */
export async function askNodeForBytes(access: NodeAccess, request: NodeRequest): Promise<NodeBytes> {
  const timeout = AbortSignal.timeout(access.timeoutMs ?? TIMEOUT_MS);
  try {
    return await ask(access, request, timeout);
  } catch (error) {
    if (error instanceof NodeFault || error instanceof NodeUnreachable) throw error;
    if (timeout.aborted) throw tooLate(error);
  }
  try {
    return await ask(access, request, timeout);
  } catch (error) {
    if (error instanceof NodeFault || error instanceof NodeUnreachable) throw error;
    throw timeout.aborted ? tooLate(error) : new NodeUnreachable('the node cannot be reached', { cause: error });
  }
}

/** The maximum number of characters of a node's text that are passed on. */
const MOST_TEXT = 300;

/**
 * A node's text as one bounded line, for errors, logs and alarms. It may contain a contract's revert reason, which the
 * author of the contract chose, so control and formatting characters are replaced by spaces.
 */
export const nodeText = (text: unknown): string =>
  String(text)
    .slice(0, MOST_TEXT)
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ');

/** Parses a node's JSON. Throws NodeFault if the text is not JSON. */
export function parseResponse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NodeFault("the node's response is not JSON", { cause: error });
  }
}

async function ask(access: NodeAccess, { method, path, body }: NodeRequest, signal: AbortSignal): Promise<NodeBytes> {
  const response = await fetch(`${access.url}${path ?? ''}`, {
    method,
    headers: { 'content-type': 'application/json', ...access.headers },
    ...(body === undefined ? {} : { body }),
    // Nodes do not redirect, and the target of a redirect would receive the headers.
    redirect: 'error',
    signal,
  });
  if (awayStatuses.has(response.status)) {
    await response.body?.cancel();
    throw new NodeUnreachable(`the node is unavailable: HTTP ${response.status}`);
  }
  return {
    status: response.status,
    bytes: await boundedBytes(response, access.maxResponseBytes ?? MAX_RESPONSE_BYTES),
  };
}

function tooLate(cause: unknown): ResponseTooLate {
  return new ResponseTooLate('the node did not respond in time', { cause });
}

async function boundedBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new ResponseTooLong(`the node's response is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new NodeFault("the node's response is not valid UTF-8", { cause: error });
  }
}
