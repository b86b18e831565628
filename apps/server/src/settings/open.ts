import type { Ground } from '../kit/ground.ts';
import { ExchangeSettingsStore } from './exchange-settings.ts';

export async function openSettings({ pool, connect, onClose }: Ground) {
  const exchangeSettings = new ExchangeSettingsStore({ pool, connect });
  await exchangeSettings.open();
  onClose(() => exchangeSettings.close());
  return { exchangeSettings, brand: () => exchangeSettings.current().brandName };
}
