import { version } from '../../http/brand.ts';
import { ApiError } from '../../kit/api-error.ts';
import type { Handler } from '../services.ts';

export const system: Handler<'system'> = ({ services }) => ({
  mode: services.settings.mode,
  brand: services.exchangeSettings.current().brandName,
  version,
  time: services.clock(),
  position: services.core.position,
  projected_position: services.histories.position,
});

export const healthz: Handler<'healthz'> = () => ({ status: 'ok' });

export const readyz: Handler<'readyz'> = async ({ services }) => {
  if (!(await services.isReady())) throw new ApiError('unavailable');
  return { status: 'ok', position: services.core.position };
};

export const nodes: Handler<'nodes'> = ({ services, query }) => {
  const at = query.at ?? services.core.position;
  return { ...services.nodes.count(at), at };
};
