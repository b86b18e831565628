import type { Page } from '@playwright/test';

/** Gives the browser a device that makes passkeys. Answers the site's address by name: browsers make passkeys for names only. */
export async function usePasskeyDevice(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return (process.env.VITRINE_BASE_URL ?? '').replace('127.0.0.1', 'localhost');
}
