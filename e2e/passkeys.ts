import type { Page } from '@playwright/test';

const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Gives the browser a passkey device. Returns the site's URL with a host name, as passkeys need a domain. */
export async function usePasskeyDevice(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: device });
  // A device makes only one passkey per account. Clearing it before the next one simulates another device.
  await page.route('**/api/v3/passkeys/options', async (route) => {
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
    if (credentials.length > 0) await session.send('WebAuthn.clearCredentials', { authenticatorId });
    await route.continue();
  });
  return (process.env.VITRINE_BASE_URL ?? '').replace('127.0.0.1', 'localhost');
}
