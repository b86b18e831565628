import { AwsClient } from 'aws4fetch';
import type { Blobs } from './blobs.ts';

export interface S3Settings {
  /** The bucket's URL, optionally with a folder: https://s3.eu-central-1.amazonaws.com/bucket/kyc */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const WITHIN_MS = 15_000;
const RETRIES = 2;

/** Stores objects in a bucket of any service with an S3 API, whose PUT is atomic. */
export class S3Blobs implements Blobs {
  readonly #client: AwsClient;
  readonly #url: string;

  constructor({ url, region, accessKeyId, secretAccessKey }: S3Settings) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: RETRIES });
    this.#url = url.replace(/\/$/, '');
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const answer = await this.#send(name, { method: 'PUT', body: Uint8Array.from(bytes) });
    if (!answer.ok) throw refused('PUT', answer);
  }

  async get(name: string): Promise<Buffer | undefined> {
    const answer = await this.#send(name, { method: 'GET' });
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw refused('GET', answer);
    return Buffer.from(await answer.arrayBuffer());
  }

  async erase(name: string): Promise<void> {
    const answer = await this.#send(name, { method: 'DELETE' });
    if (!answer.ok && answer.status !== 404) throw refused('DELETE', answer);
  }

  #send(name: string, init: RequestInit): Promise<Response> {
    const signal = AbortSignal.timeout(WITHIN_MS);
    return this.#client.fetch(`${this.#url}/${name}`, { ...init, signal, redirect: 'error' });
  }
}

const refused = (method: string, { status }: Response): Error =>
  new Error(`the object store returned HTTP ${status} to ${method}`);
