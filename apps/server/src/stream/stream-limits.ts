export interface StreamLimits {
  readonly connectionsPerAddress: number;
  /** Maximum number of connections that are signed in as one client. */
  readonly connectionsPerClient: number;
  /**
   * Rate limit of messages, pings and pongs per address and per client, across all their connections. Bursts may be
   * three times as large.
   */
  readonly requestsPerSecond: number;
  readonly topicsPerConnection: number;
  /**
   * Maximum number of subscriptions of all connections from one address together: each subscription causes one message
   * per change.
   */
  readonly topicsPerAddress: number;
  /** Maximum size of one message from a client. */
  readonly messageBytes: number;
  /**
   * Maximum number of messages, pings and pongs that a client may send between two of our pings and, in
   * `faultsPerPing`, of invalid messages among them.
   */
  readonly requestsPerPing: number;
  readonly faultsPerPing: number;
  /** A reader that is further behind than this is cut off: slow readers must not fill the server's memory. */
  readonly bufferedBytes: number;
  /** How often books and trades are sent. */
  readonly booksEveryMs: number;
  /** How often tickers and candles are sent. */
  readonly figuresEveryMs: number;
  /** How often sessions are checked for expiry. */
  readonly sessionsEveryMs: number;
  readonly pingEveryMs: number;
}

export const defaultStreamLimits: StreamLimits = {
  connectionsPerAddress: 64,
  connectionsPerClient: 30,
  requestsPerSecond: 200,
  topicsPerConnection: 64,
  topicsPerAddress: 500,
  messageBytes: 2_048,
  requestsPerPing: 300,
  faultsPerPing: 20,
  bufferedBytes: 1_000_000,
  booksEveryMs: 50,
  figuresEveryMs: 250,
  sessionsEveryMs: 1_000,
  pingEveryMs: 25_000,
};
