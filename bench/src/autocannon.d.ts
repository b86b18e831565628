/** The part of autocannon's interface that the benchmarks use: the package ships no types. */
declare module 'autocannon' {
  namespace autocannon {
    interface Request {
      readonly method: string;
      readonly path: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
    interface Client {
      setRequests(requests: readonly Request[]): void;
    }
    interface Options {
      readonly url: string;
      readonly connections: number;
      /** In seconds. */
      readonly duration: number;
      readonly setupClient: (client: Client) => void;
    }
    interface Result {
      readonly requests: { readonly total: number };
      readonly latency: { readonly p50: number; readonly p99: number };
      readonly duration: number;
      readonly errors: number;
      readonly timeouts: number;
      readonly non2xx: number;
      readonly '2xx': number;
      readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
    }
  }
  function autocannon(options: autocannon.Options): Promise<autocannon.Result>;
  export = autocannon;
}
