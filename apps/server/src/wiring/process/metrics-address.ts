import { once } from 'node:events';
import type { FastifyInstance } from 'fastify';
import { type Metrics, metricsServer } from '../../http/metrics.ts';
import type { Settings } from '../settings/settings.ts';
import { StartError } from './start-error.ts';

/**
 * Opens the separate address for the metrics, if one is set, as part of the app's `ready`, which throws StartError if
 * that fails.
 */
export function attachMetricsAddress(
  app: FastifyInstance,
  metrics: Metrics,
  { listen, token }: Settings['metrics'],
): void {
  if (listen === undefined) return;
  const server = metricsServer(metrics, token);
  app.addHook('onReady', async () => {
    server.listen(listen);
    await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
      throw new StartError(
        `METRICS_LISTEN ${listen.host}:${listen.port} cannot be used (${error.code}): choose another address.`,
      );
    });
  });
  app.addHook('onClose', async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
}
