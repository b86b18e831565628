import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

export interface ApiResponse {
  readonly status: number;
  // Untyped, because the load knows the shapes of the responses; the server's own tests check them against the
  // contract.
  readonly body: Record<string, unknown>;
}

const PASSWORD = 'nine quiet lanterns';
export const TRANSACTION_PASSWORD = 'four amber kettles';

/** One signed-in client that uses the HTTP API like any other program. */
export class ApiClient {
  readonly email: string;
  readonly #pool: Pool;
  readonly #connections: number;
  #token = '';

  constructor(url: string, connections: number, email = `${randomUUID()}@example.com`) {
    this.email = email;
    this.#connections = connections;
    this.#pool = new Pool(url, { connections, pipelining: 1, headersTimeout: 10_000, bodyTimeout: 10_000 });
  }

  /** The same client on another server, not signed in there. */
  at(url: string): ApiClient {
    return new ApiClient(url, this.#connections, this.email);
  }

  async get(path: string): Promise<ApiResponse> {
    return this.#send('GET', path);
  }

  async post(path: string, body: object, idempotencyKey?: string): Promise<ApiResponse> {
    return this.#send('POST', path, body, idempotencyKey);
  }

  /** Opens an account, signs in and receives `deposits`, coin by coin. */
  async open(deposits: Readonly<Record<string, string>>): Promise<void> {
    await this.#must('/api/v2/send-code', { email: this.email });
    const messages = await this.get(`/sandbox/messages?to=${encodeURIComponent(this.email)}`);
    const code = (messages.body as unknown as { code: string }[])[0]?.code;
    await this.#must('/api/v2/register', {
      code,
      username: this.email,
      password: PASSWORD,
      password_confirmation: PASSWORD,
      transaction_password: TRANSACTION_PASSWORD,
    });
    await this.signIn();
    for (const [coin, amount] of Object.entries(deposits))
      await this.#must('/sandbox/deposits', { coin, username: this.email, amount });
  }

  async signIn(): Promise<void> {
    const login = await this.#must('/api/v3/login', { username: this.email, password: PASSWORD });
    this.#token = String(login.body.token);
  }

  close(): Promise<void> {
    return this.#pool.destroy();
  }

  async #must(path: string, body: object): Promise<ApiResponse> {
    const answer = await this.post(path, body);
    if (answer.status !== 200) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  async #send(method: 'GET' | 'POST', path: string, body?: object, idempotencyKey?: string): Promise<ApiResponse> {
    const headers: Record<string, string> = {};
    if (this.#token) headers.authorization = `Bearer ${this.#token}`;
    if (body) headers['content-type'] = 'application/json';
    if (idempotencyKey) headers['idempotency-key'] = idempotencyKey;
    const answer = await this.#pool.request({ method, path, headers, body: body ? JSON.stringify(body) : null });
    return { status: answer.statusCode, body: (await answer.body.json()) as ApiResponse['body'] };
  }
}
