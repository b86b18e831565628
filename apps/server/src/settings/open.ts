import type { Ground } from '../kit/ground.ts';
import { ExchangeSettingsStore } from './exchange-settings.ts';
import { NetworkCoins } from './network-coins.ts';

export async function openSettings({ pool, connect, onClose }: Ground) {
  const exchangeSettings = new ExchangeSettingsStore({ pool, connect });
  await exchangeSettings.open();
  onClose(() => exchangeSettings.close());
  return { exchangeSettings, networkCoins: new NetworkCoins(), brand: () => exchangeSettings.current().brandName };
}
