import type { endpoints } from '@vitrine/contract';
import { version } from '../brand.ts';
import type { Handler } from '../handler.ts';

export const system: Handler<typeof endpoints.system> = ({ services }) => ({
  mode: services.settings.mode,
  brand: services.exchangeSettings.current().brandName,
  version,
  time: services.clock(),
  position: services.core.position,
  projected_position: services.histories.position,
});
