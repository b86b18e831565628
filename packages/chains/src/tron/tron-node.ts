import { NodeFault } from '../chain-errors.ts';
import { askNode, type NodeAccess, parseResponse } from '../node-http.ts';

/** An object of the node's JSON, not yet validated. */
export type TronResponse = Readonly<Record<string, unknown>>;

/** The HTTP API of a full node (java-tron, `/wallet/...`). A failure is a response with a field `Error`. */
export class TronNode {
  readonly #access: NodeAccess;

  constructor(access: NodeAccess) {
    this.#access = access;
  }

  /** Calls a method of the node. Returns an object, which has no fields if the node has found nothing. */
  async ask(method: string, parameters: TronResponse = {}): Promise<TronResponse> {
    const answer = await this.#post(method, parameters);
    if (!isObject(answer)) throw new NodeFault(`${method}: the response is not an object`);
    if (answer.Error !== undefined) throw new NodeFault(`${method}: ${JSON.stringify(answer.Error)}`);
    return answer;
  }

  async askForList(method: string, parameters: TronResponse): Promise<readonly TronResponse[]> {
    const answer = await this.#post(method, parameters);
    if (!Array.isArray(answer) || !answer.every(isObject)) throw new NodeFault(`${method}: the response is not a list`);
    return answer;
  }

  async #post(method: string, parameters: TronResponse): Promise<unknown> {
    const body = JSON.stringify(parameters);
    const { status, text } = await askNode(this.#access, { method: 'POST', path: `/wallet/${method}`, body });
    if (status !== 200) throw new NodeFault(`${method}: the node returned HTTP ${status}`);
    return parseResponse(text);
  }
}

function isObject(value: unknown): value is TronResponse {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A field that must be an object; a missing field is treated as an object without fields. */
export function objectIn(answer: TronResponse, field: string): TronResponse {
  const value = answer[field] ?? {};
  if (!isObject(value)) throw new NodeFault(`${field} is not an object`);
  return value;
}

export function listIn(answer: TronResponse, field: string): readonly TronResponse[] {
  const value = answer[field] ?? [];
  if (!Array.isArray(value) || !value.every(isObject)) throw new NodeFault(`${field} is not a list of objects`);
  return value;
}

/** A field that must be a whole number; a missing field is treated as zero, because nodes omit zeros. */
export function integerIn(answer: TronResponse, field: string): number {
  const value = answer[field] ?? 0;
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new NodeFault(`${field} is not a whole number`);
  return value as number;
}

/** Hexadecimal digits in lower case, exactly `digits` of them if given. A missing field is treated as no digits. */
export function hexIn(answer: TronResponse, field: string, digits?: number): string {
  const value = answer[field] ?? '';
  const isHex = typeof value === 'string' && /^([0-9a-f]{2})*$/i.test(value);
  if (!isHex || (digits !== undefined && value.length !== digits)) {
    throw new NodeFault(`${field} is not hexadecimal text of the expected length`);
  }
  return value.toLowerCase();
}

export function textIn(answer: TronResponse, field: string): string | undefined {
  const value = answer[field];
  if (value !== undefined && typeof value !== 'string') throw new NodeFault(`${field} is not text`);
  return value;
}
