import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { ErrorCode } from '@vitrine/contract';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ApiError } from '../kit/api-error.ts';
import type { MarketFeed } from '../providers/market-feed/market-feed.ts';
import { responseHeaders } from './guard.ts';
import type { HttpSettings } from './services.ts';

/** Values that are read when /metrics is requested. */
export interface MetricsSources {
  /** Log position of the core. */
  position(): number;
  /** Log position of the read models. */
  projectedPosition(): number;
  /** For how long the read models have not advanced although the log is ahead of them. */
  stalledMs(): number;
  streamClients(): number;
  /** By asset code, the sum of all account balances, in units. Any sum other than zero is a reason for an alarm. */
  assetSums(): Iterable<readonly [code: string, units: number]>;
  /** The external price sources of the index. */
  marketFeeds(): Iterable<MarketFeed>;
  /** By the pair of each perpetual market, how many sources its index uses now. */
  indexSources(): Iterable<readonly [market: string, used: number]>;
  /** The maximum age of the state that is served; zero on the leader. */
  behindMs(): number;
  /** Whether commands are accepted; on a follower, whether its state is fresh enough to serve reads. */
  isReady(): boolean;
  /** Whether the database writes to disk before it confirms a commit. */
  readonly flushes: boolean;
}

const latencySeconds = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The server's Prometheus metrics. */
export class Metrics {
  readonly registry = new Registry();
  readonly #accepted: Counter.Internal;
  readonly #refused: Counter.Internal;
  readonly #repeated: Counter.Internal;
  readonly #batchCommands: Histogram;
  readonly #commitSeconds: Histogram;
  readonly #acknowledgeSeconds: Histogram;
  readonly #requestsRefused: Counter;

  constructor(sources: MetricsSources) {
    const registers = [this.registry];
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 10 });
    const commands = new Counter({
      name: 'vitrine_commands_total',
      help: 'Processed commands by outcome: accepted, refused or repeated.',
      labelNames: ['outcome'],
      registers,
    });
    this.#accepted = commands.labels('accepted');
    this.#refused = commands.labels('refused');
    this.#repeated = commands.labels('repeated');
    this.#requestsRefused = new Counter({
      name: 'vitrine_refused_requests_total',
      help: 'Refused requests by error code; reason distinguishes cases that get the same response.',
      labelNames: ['code', 'reason'],
      registers,
    });
    this.#batchCommands = new Histogram({
      name: 'vitrine_batch_commands',
      help: 'Commands per batch of the log.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000],
      registers,
    });
    this.#commitSeconds = new Histogram({
      name: 'vitrine_commit_seconds',
      help: 'Time from the creation of a batch of the log until the batch is durable and applied.',
      buckets: latencySeconds,
      registers,
    });
    this.#acknowledgeSeconds = new Histogram({
      name: 'vitrine_acknowledge_seconds',
      help: 'Time from the receipt of a client’s command until its response.',
      buckets: latencySeconds,
      registers,
    });
    addGauges(sources, registers);
  }

  batchApplied(commands: number, commitMs: number): void {
    this.#batchCommands.observe(commands);
    this.#commitSeconds.observe(commitMs / 1000);
  }

  requestRefused(code: ErrorCode, reason = ''): void {
    this.#requestsRefused.labels(code, reason).inc();
  }

  acknowledged(outcome: 'accepted' | 'refused' | 'repeated', tookMs: number): void {
    if (outcome === 'accepted') this.#accepted.inc();
    else if (outcome === 'refused') this.#refused.inc();
    else this.#repeated.inc();
    this.#acknowledgeSeconds.observe(tookMs / 1000);
  }
}

/** Gauges that are read when /metrics is requested. */
function addGauges(sources: MetricsSources, registers: Registry[]): void {
  gauge(
    'vitrine_log_position',
    'Log position of the last command that the core has applied.',
    sources.position,
    registers,
  );
  gauge(
    'vitrine_projector_lag_commands',
    'Number of commands by which the read models are behind the log.',
    () => Math.max(0, sources.position() - sources.projectedPosition()),
    registers,
  );
  gauge(
    'vitrine_projector_stalled_seconds',
    'For how long the read models have not advanced although the log is ahead of them.',
    () => sources.stalledMs() / 1000,
    registers,
  );
  gauge('vitrine_stream_clients', 'Open WebSocket connections.', sources.streamClients, registers);
  gauge(
    'vitrine_behind_seconds',
    'Maximum age of the state that this server serves; zero on the leader.',
    () => sources.behindMs() / 1000,
    registers,
  );
  gauge(
    'vitrine_ready',
    '1 if this server accepts commands or, as a follower, serves reads; otherwise 0.',
    () => (sources.isReady() ? 1 : 0),
    registers,
  );
  gauge(
    'vitrine_database_flushes',
    '1 if the database writes to disk before it confirms a commit; otherwise 0.',
    () => (sources.flushes ? 1 : 0),
    registers,
  );
  new Gauge({
    name: 'vitrine_asset_sum_units',
    help: 'The sum of all accounts of an asset, the exchange’s own included; any value but zero is an error.',
    labelNames: ['asset'],
    registers,
    collect() {
      for (const [code, units] of sources.assetSums()) this.labels(code).set(units);
    },
  });
  addFeeds(sources, registers);
}

function addFeeds({ marketFeeds, indexSources }: MetricsSources, registers: Registry[]): void {
  new Gauge({
    name: 'vitrine_market_feed_connected',
    help: '1 if this server is connected to this external index price source; otherwise 0.',
    labelNames: ['source'],
    registers,
    collect() {
      for (const { name, state } of marketFeeds()) this.labels(name).set(state.isConnected ? 1 : 0);
    },
  });
  new Gauge({
    name: 'vitrine_index_sources_used',
    help: 'How many sources the index of a perpetual market uses now.',
    labelNames: ['market'],
    registers,
    collect() {
      this.reset();
      for (const [market, used] of indexSources()) this.labels(market).set(used);
    },
  });
  new Counter({
    name: 'vitrine_market_feed_disconnects_total',
    help: 'Lost connections and failed connection attempts to the external index price source.',
    labelNames: ['source'],
    registers,
    collect() {
      this.reset();
      for (const { name, state } of marketFeeds()) this.labels(name).inc(state.disconnects);
    },
  });
  new Counter({
    name: 'vitrine_market_feed_dropped_total',
    help: 'Discarded messages from the external index price source, by reason.',
    labelNames: ['source', 'reason'],
    registers,
    collect() {
      this.reset();
      for (const { name, state } of marketFeeds())
        for (const [reason, count] of state.dropped) this.labels(name, reason).inc(count);
    },
  });
}

function gauge(name: string, help: string, read: () => number, registers: Registry[]): void {
  new Gauge({
    name,
    help,
    registers,
    collect() {
      this.set(read());
    },
  });
}

type Text = Pick<Registry, 'contentType' | 'metrics'>;

/**
 * Registers GET /metrics in Prometheus' text format. Requests need the token, if one is set. There is no such route if
 * the metrics have a separate address or, in production, no token.
 */
export function registerMetrics(
  app: FastifyInstance,
  { registry }: { readonly registry: Text },
  { mode, metrics: { token, listen } }: Pick<HttpSettings, 'mode' | 'metrics'>,
): void {
  if (listen !== undefined || (mode === 'production' && token === undefined)) return;
  app.get('/metrics', async ({ headers }, reply) => {
    reply.headers(responseHeaders(mode));
    if (!isAllowed(headers.authorization, token)) throw new ApiError('not_authenticated');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Serves GET /metrics, and nothing else, on a separate address. */
export function metricsServer({ registry }: { readonly registry: Text }, token: string | undefined): Server {
  return createServer((request, response) => {
    const status = request.url !== '/metrics' ? 404 : isAllowed(request.headers.authorization, token) ? 200 : 401;
    response.setHeader('x-content-type-options', 'nosniff');
    if (status !== 200) return response.writeHead(status).end();
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
}

function isAllowed(authorization: string | undefined, token: string | undefined): boolean {
  if (token === undefined) return true;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
}
