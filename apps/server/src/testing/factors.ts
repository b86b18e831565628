import { SoftwarePasskey } from '../auth/testing/software-passkey.ts';
import { totpCode } from '../auth/testing/totp-code.ts';
import { PASSWORD, type TestClient } from './test-exchange.ts';

/** The host for calls about passkeys: browsers create passkeys only for host names, not for IP addresses. */
export const HOST = { host: 'localhost:4000' };
export const ORIGIN = `http://${HOST.host}`;
const verified = { verified: true };

/** An assertion by one of the client's passkeys, which confirms a new factor. */
export async function confirmedBy(client: TestClient, passkey: SoftwarePasskey) {
  const { options, token } = (await client.post('/api/v3/passkeys/confirmation', {}, HOST)).body;
  return { passkey: { token: token as string, response: passkey.used(options, verified) } };
}

/** Adds a passkey, with the proof needed if another factor is set up. */
export async function addPasskey(client: TestClient, proof: object = {}): Promise<SoftwarePasskey> {
  const asked = await client.post('/api/v3/passkeys/options', { password: PASSWORD, ...proof }, HOST);
  const { options, token } = asked.body;
  if (token === undefined) throw new Error(`no passkey challenge was issued: ${JSON.stringify(asked.body)}`);
  const passkey = new SoftwarePasskey(ORIGIN);
  const response = passkey.made(options, verified);
  const { body } = await client.post('/api/v3/passkeys/add', { token, name: 'Laptop', response }, HOST);
  if (body.message !== 'success') throw new Error(`the passkey was refused: ${JSON.stringify(body)}`);
  return passkey;
}

/** Sets up an authenticator, with the proof needed if a passkey is set up. Returns the authenticator's key. */
export async function setAuthenticator(client: TestClient, proof: object = {}): Promise<string> {
  const { key } = (await client.post('/api/v3/totp/offer', { password: PASSWORD, ...proof }, HOST)).body;
  const enrol = async () => client.post('/api/v3/totp/enrol', { code: await totpCode(key, -1) });
  let { status, body } = await enrol();
  // On a busy machine, the code's step can end before the code is checked.
  if (body.code === 'code_mismatch') ({ status, body } = await enrol());
  if (status !== 200) throw new Error(`the authenticator was not set up: ${JSON.stringify(body)}`);
  return key;
}
