import { NodeFault, NodeUnreachable } from './chain-errors.ts';

/** How a node is asked. */
export interface NodeAccess {
  /** May hold a path, but no user name and no password: those go into headers. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long one answer may take, to its last byte. */
  readonly timeoutMs?: number;
  /** An answer longer than this is not read on. */
  readonly maxAnswerBytes?: number;
}

export interface NodeRequest {
  readonly method: 'GET' | 'POST';
  /** Added to the node's URL. */
  readonly path?: string;
  readonly body?: string;
}

export interface NodeAnswer {
  readonly status: number;
  readonly text: string;
}

export interface NodeBytes {
  readonly status: number;
  readonly bytes: Uint8Array;
}

/** What the node has to say is more than is read. */
export class AnswerTooLong extends NodeFault {}

/** The node was reached, and took too long. */
export class AnswerTooLate extends NodeUnreachable {}

const TIMEOUT_MS = 15_000;
/** A block full of nothing but calldata or logs comes to about half of this. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;
/** A gateway before the node has no node to ask, or asks us to wait. */
const awayStatuses = new Set([408, 425, 429, 502, 503, 504]);

/** As `askNodeForBytes`, where the answer is a text. Throws NodeFault where it is none. */
export async function askNode(access: NodeAccess, request: NodeRequest): Promise<NodeAnswer> {
  const { status, bytes } = await askNodeForBytes(access, request);
  return { status, text: textOf(bytes) };
}

/**
 * Asks a node over HTTP, bounded in time and in bytes. A broken connection is retried once: the node may just have
 * closed a keep-alive connection. Nothing that nodes are asked does harm when it arrives twice.
 * Throws NodeUnreachable, or NodeFault where the answer is too long.
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

/** Throws NodeFault where the text is not JSON. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new NodeFault('the node answered with something that is not JSON', { cause: error });
  }
}

async function ask(access: NodeAccess, { method, path, body }: NodeRequest, signal: AbortSignal): Promise<NodeBytes> {
  const response = await fetch(`${access.url}${path ?? ''}`, {
    method,
    headers: { 'content-type': 'application/json', ...access.headers },
    ...(body === undefined ? {} : { body }),
    // Nodes do not redirect; the target of a redirect would learn the headers.
    redirect: 'error',
    signal,
  });
  if (awayStatuses.has(response.status)) {
    await response.body?.cancel();
    throw new NodeUnreachable(`the node is unavailable: HTTP ${response.status}`);
  }
  return { status: response.status, bytes: await boundedBytes(response, access.maxAnswerBytes ?? MAX_ANSWER_BYTES) };
}

function tooLate(cause: unknown): AnswerTooLate {
  return new AnswerTooLate('the node did not answer in time', { cause });
}

async function boundedBytes(response: Response, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop ends the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new AnswerTooLong(`the node's answer is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new NodeFault("the node's answer is no text", { cause: error });
  }
}
