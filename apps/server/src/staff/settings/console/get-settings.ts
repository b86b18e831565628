import type { Handler } from '../../services.ts';
import { feeTiersView, settingsView } from './settings-view.ts';

const MOST_VERSIONS = 100;

export const consoleSettings: Handler<'consoleSettings'> = async ({ services }) => {
  const { exchangeSettings } = services;
  return {
    version: exchangeSettings.version(),
    settings: settingsView(exchangeSettings.current()),
    fee_tiers: feeTiersView(services),
    versions: (await exchangeSettings.versions(MOST_VERSIONS)).map((version) => ({
      version: version.version,
      at: version.atMs,
      changed_by: version.changedBy,
      approved_by: version.approvedBy,
      reason: version.reason,
      settings: settingsView(version.settings),
      fee_volumes_usdt: [...version.settings.feeVolumesUsdt],
    })),
  };
};
