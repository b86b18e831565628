import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import type { SignedTransaction } from './chain.ts';
import { ChainError } from './chain-errors.ts';
import {
  isSameMac,
  requestMac,
  responseMac,
  SIGNING_MAC_HEADER,
  SIGNING_TIME_HEADER,
  type SignerHealth,
  type SignRefusal,
  type SignRequest,
} from './signing-protocol.ts';

/** The signer gave no usable response in time, but may have signed. Repeating the request is harmless. */
export class SignerUnreachable extends ChainError {}

/** The server is not the signer, or its secret or clock differs from ours. */
export class SignerFault extends ChainError {}

export interface SigningClientSettings {
  /** unix:/path, http://127.0.0.1:port or https://host:port. */
  readonly url: string;
  /** The secret that the exchange and the signer share. */
  readonly secret: string;
  /**
   * The CA of the signer's certificate, as PEM. If undefined, the CAs built into Node and those in NODE_EXTRA_CA_CERTS
   * apply.
   */
  readonly ca?: string;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 30_000;
/** Short, because nothing is signed and a person is waiting for the response. */
const HEALTH_TIMEOUT_MS = 5_000;
const MAX_RESPONSE_BYTES = 8 * 1024 * 1024;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

interface RawResponse {
  readonly status: number;
  readonly mac: string;
  readonly text: string;
}

/** Calls the signer. Throws SignerUnreachable and SignerFault. */
export class SigningClient {
  readonly #settings: SigningClientSettings;

  constructor(settings: SigningClientSettings) {
    this.#settings = settings;
  }

  async sign(request: SignRequest): Promise<SignedTransaction | SignRefusal> {
    const { status, value } = await this.#call('POST', '/sign', JSON.stringify(request));
    if (status === 200) return value as SignedTransaction;
    if (status === 422) return value as SignRefusal;
    throw new SignerUnreachable(`the signer returned HTTP ${status} for /sign`);
  }

  async health(): Promise<SignerHealth> {
    const { status, value } = await this.#call('GET', '/health', '', HEALTH_TIMEOUT_MS);
    if (status !== 200) throw new SignerUnreachable(`the signer returned HTTP ${status} for /health`);
    return value as SignerHealth;
  }

  async #call(
    method: string,
    path: string,
    body: string,
    timeoutMs = TIMEOUT_MS,
  ): Promise<{ status: number; value: unknown }> {
    const time = String(Date.now());
    const mac = requestMac(this.#settings.secret, method, path, time, body);
    const headers = { [SIGNING_TIME_HEADER]: time, [SIGNING_MAC_HEADER]: mac };
    const answer = await this.#send({ method, path, headers, timeoutMs }, body);
    if (answer.status === 401)
      throw new SignerFault('the signer rejected the request: its secret or its clock differs from ours');
    if (!isSameMac(answer.mac, responseMac(this.#settings.secret, mac, answer.status, answer.text)))
      throw new SignerFault('the response is not authenticated with the secret shared with the signer');
    return { status: answer.status, value: JSON.parse(answer.text) };
  }

  #send({ method, path, headers, timeoutMs }: Call, body: string): Promise<RawResponse> {
    const { url, ca } = this.#settings;
    const signal = AbortSignal.timeout(Math.min(timeoutMs, this.#settings.timeoutMs ?? timeoutMs));
    const options: RequestOptions = { method, path, headers, signal, agent: false };
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => reject(new SignerUnreachable(`the signer at ${url}: ${error.message}`));
      const take = (response: IncomingMessage): void => {
        answerOf(response).then(resolve, fail);
      };
      const request = url.startsWith('unix:')
        ? requestPlain({ ...options, socketPath: url.slice('unix:'.length) }, take)
        : url.startsWith('https:')
          ? requestTls(url, { ...options, path, ...(ca === undefined ? {} : { ca }) }, take)
          : requestPlain(url, { ...options, path }, take);
      request.once('error', fail);
      request.end(body);
    });
  }
}

async function answerOf(response: IncomingMessage): Promise<RawResponse> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_RESPONSE_BYTES) throw new Error('the response is too large');
    chunks.push(chunk);
  }
  return {
    status: response.statusCode ?? 0,
    mac: String(response.headers[SIGNING_MAC_HEADER] ?? ''),
    text: Buffer.concat(chunks).toString('utf8'),
  };
}
