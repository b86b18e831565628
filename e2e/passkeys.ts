import type { Page } from '@playwright/test';

const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const;

/** Gives the browser a device that makes passkeys. Answers the site's address by name: browsers make passkeys for names only. */
export async function usePasskeyDevice(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: device });
  // A device makes one passkey for an account: the next one is made on another, which takes its place when it is asked for.
  await page.route('**/api/v3/passkeys/options', async (route) => {
    const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId });
    if (credentials.length > 0) await session.send('WebAuthn.clearCredentials', { authenticatorId });
    await route.continue();
  });
  return (process.env.VITRINE_BASE_URL ?? '').replace('127.0.0.1', 'localhost');
}
