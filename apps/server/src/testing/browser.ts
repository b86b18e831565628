import { Caller, type TestExchange, type TestResponse } from './test-exchange.ts';

/** A caller that keeps cookies and sends its Origin, as a browser on the exchange's own pages does. */
export class Browser {
  readonly #caller: Caller;
  readonly #origin = 'http://localhost';
  readonly cookies = new Map<string, string>();

  constructor({ exchange }: TestExchange, headers: Readonly<Record<string, string>> = {}) {
    this.#caller = new Caller(exchange, { origin: this.#origin, host: 'localhost', ...headers });
  }

  get origin(): string {
    return this.#origin;
  }

  async get(url: string): Promise<TestResponse> {
    return this.#keep(await this.#caller.get(url, this.#headers()));
  }

  async post(url: string, body: object = {}): Promise<TestResponse> {
    return this.#keep(await this.#caller.post(url, body, this.#headers()));
  }

  /** Sends a form, as a page without JavaScript does. */
  async submit(url: string, form: Readonly<Record<string, string>>): Promise<TestResponse> {
    const headers = { ...this.#headers(), 'content-type': 'application/x-www-form-urlencoded' };
    return this.#keep(await this.#caller.call('POST', url, new URLSearchParams(form).toString(), headers));
  }

  #headers(): Record<string, string> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return cookie === '' ? {} : { cookie };
  }

  #keep(answer: TestResponse): TestResponse {
    for (const line of [answer.headers['set-cookie'] ?? []].flat() as string[]) {
      const [pair = ''] = line.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }
}
