import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Calls } from '@vitrine/contract';
import { authenticatorCode, formerCode } from './authenticator.ts';
import { newPerson, openAccount, type Person, signIn } from './exchange.ts';
import { photoFile } from './photos.ts';

/** A client with verified identity and an authenticator, as required for large withdrawals. */
export interface VerifiedClient extends Person {
  readonly uid: string;
  /** The authenticator's next code: each works only once. */
  readonly nextCode: () => string;
}

const headers = () => ({ origin: process.env.VITRINE_BASE_URL ?? '' });

async function post<Body>(request: APIRequestContext, path: string, data: object): Promise<Body> {
  const answer = await request.post(path, { data, headers: headers() });
  expect(answer.status(), `POST ${path}: ${await answer.text()}`).toBe(200);
  return (await answer.json()) as Body;
}

/**
 * Opens an account through the API, has `reviewer` (of the console) approve the client's photos, and signs the page in.
 */
export async function openVerified(
  page: Page,
  reviewer: APIRequestContext,
  referral?: string,
): Promise<VerifiedClient> {
  const person = await openAccount(page.request, newPerson(), referral);
  await signIn(page, person);
  const answer = await page.request.get('/api/v3/account-client');
  const { client } = (await answer.json()) as Calls['GET /api/v3/account-client']['response'];
  const uid = client.user.user_unique_id;
  await proveIdentity(page, reviewer, uid);
  const { key } = await post<{ key: string }>(page.request, '/api/v3/totp/offer', { password: person.password });
  await post(page.request, '/api/v3/totp/enrol', { code: await formerCode(key) });
  // Skips the waiting time in which a new authenticator does not yet raise the limit of a single withdrawal.
  await post(page.request, '/sandbox/authenticator', { email: person.email });
  let ahead = -1;
  const nextCode = () => {
    ahead += 1;
    return authenticatorCode(key, ahead);
  };
  return { ...person, uid, nextCode };
}

async function uploadPhoto(request: APIRequestContext, data: Buffer): Promise<string> {
  const type = { 'content-type': 'application/octet-stream' };
  const answer = await request.post('/api/v3/uploads/kyc-photo', { data, headers: { ...headers(), ...type } });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as Calls['POST /api/v3/uploads/kyc-photo']['response']).upload_id;
}

async function proveIdentity(page: Page, reviewer: APIRequestContext, uid: string): Promise<void> {
  const photos = ['SELFIE', 'FRONTID', 'BACKID'] as const;
  for (const img_type of photos) {
    const image = await uploadPhoto(page.request, (await photoFile(page, img_type)).buffer);
    await post(page.request, '/api/v2/upload/kyc', {
      id_type: 'Passport/Others',
      id_number: `W${uid}`,
      img_type,
      image,
    });
  }
  const answer = await reviewer.get('/api/v3/console/kyc-case', { params: { uid } });
  const { revision } = ((await answer.json()) as Calls['GET /api/v3/console/kyc-case']['response']).case;
  const decisions = photos.map((img_type) => ({ img_type, approve: true }));
  await post(reviewer, '/api/v3/console/kyc-decision', { uid, revision, decisions });
}
