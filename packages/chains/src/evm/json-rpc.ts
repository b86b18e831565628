import { NodeFault, NodeUnreachable } from '../chain-errors.ts';
import { askNode, type NodeAccess, nodeText, parseResponse } from '../node-http.ts';
import { asksToWait } from '../node-limits.ts';

/** The node understood the call and refused it. What the refusal means depends on the call. */
export class RpcRefusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }

  /** The node does not know this method, or does not offer it to us. */
  get isUnknownMethod(): boolean {
    return (
      this.code === -32601 ||
      this.code === -32004 ||
      /method.*(not|n't).*(found|exist|available|supported|allowed)/i.test(this.message)
    );
  }
}

/** JSON-RPC 2.0 over HTTP, one call per request. Throws NodeUnreachable, NodeFault, or RpcRefusal. */
export class JsonRpc {
  readonly #access: NodeAccess;
  #lastId = 0;

  constructor(access: NodeAccess) {
    this.#access = access;
  }

  async call(method: string, parameters: readonly unknown[]): Promise<unknown> {
    const id = ++this.#lastId;
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params: parameters });
    const { status, text } = await askNode(this.#access, { method: 'POST', body });
    const answer = parseResponse(text);
    if (!isRecord(answer)) throw new NodeFault(`the node's response to ${method} is not JSON-RPC (HTTP ${status})`);
    if (isRecord(answer.error)) throw refusal(answer.error);
    if (answer.id !== id || !('result' in answer))
      throw new NodeFault(`the node responded to ${method} with the response to another request`);
    return answer.result;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function refusal(error: Readonly<Record<string, unknown>>): RpcRefusal | NodeUnreachable {
  const [code, message] = [Number(error.code), nodeText(error.message)];
  if (asksToWait(code, message)) return new NodeUnreachable(`the node is rate limiting us: ${message}`);
  return new RpcRefusal(code, message);
}
