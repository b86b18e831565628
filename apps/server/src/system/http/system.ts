import type { endpoints } from '@vitrine/contract';
import { version } from '../../http/brand.ts';
import type { Handler } from '../services.ts';

export const system: Handler<typeof endpoints.system> = ({ services }) => ({
  mode: services.settings.mode,
  brand: services.exchangeSettings.current().brandName,
  version,
  time: services.clock(),
  position: services.core.position,
  projected_position: services.histories.position,
});
