import type { TFunction } from 'i18next';

type Device = { readonly browser: string; readonly system: string };

/** The name of a device, such as Chrome on Windows. */
export function deviceText(t: TFunction<'security'>, { browser, system }: Device): string {
  if (browser && system) return t('device.both', { browser, system });
  return browser || system || t('device.unknown');
}
