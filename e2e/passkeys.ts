import type { Page } from '@playwright/test';

const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/**
 * Gives the browser a passkey device while `use` runs, and takes it away afterwards: tests share a page, and a page has
 * at most one device. `use` receives the site's URL with `localhost` as its host, because passkeys do not work with IP
 * addresses.
 */
export async function withPasskeyDevice(page: Page, use: (site: string) => Promise<void>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: device });
  // A device creates only one passkey per account. Clearing that passkey before the next one simulates another device.
  await page.route('**/api/v3/passkeys/options', async (route) => {
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
    if (credentials.length > 0) await session.send('WebAuthn.clearCredentials', { authenticatorId });
    await route.continue();
  });
  await use((process.env.VITRINE_BASE_URL ?? '').replace('127.0.0.1', 'localhost'));
  await session.send('WebAuthn.disable');
  await session.detach();
}
