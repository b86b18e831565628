import { createSecretKey } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { OpenIdFault } from './openid.ts';
import { OpenIdClient, type Send } from './openid-client.ts';

const ISSUER = 'https://id.example';
const settings = { issuer: ISSUER, clientId: 'vitrine', clientSecret: 'a secret/with signs' };
const request = { redirectUri: 'https://exchange.example/back', nonce: 'n-1', verifier: 'v'.repeat(43) };
const { privateKey, publicKey } = await generateKeyPair('ES256');
const stranger = await generateKeyPair('ES256');

interface Differs {
  readonly claims?: JWTPayload;
  readonly key?: typeof privateKey;
  readonly issuer?: string;
  readonly audience?: string | string[];
  readonly expiresAt?: string;
  readonly calledIssuer?: string;
  /** Creates the token from the claims, instead of the provider's usual one. */
  readonly token?: (claims: JWTPayload) => string | Promise<string>;
}

const registered = () => ({
  sub: '42',
  iss: ISSUER,
  aud: settings.clientId,
  iat: Math.floor(Date.now() / 1000),
  exp: Math.floor(Date.now() / 1000) + 300,
});

/** A provider that responds according to the standard, except for the given differences. */
function provider(differs: Differs = {}) {
  const asked: { url: string; body: string; authorization: string }[] = [];
  const send: Send = async (url, init = {}) => {
    const headers = new Headers(init.headers);
    asked.push({ url, body: String(init.body ?? ''), authorization: headers.get('authorization') ?? '' });
    if (url.endsWith('openid-configuration')) {
      return Response.json({
        issuer: differs.calledIssuer ?? ISSUER,
        authorization_endpoint: `${ISSUER}/authorize`,
        token_endpoint: `${ISSUER}/token`,
        jwks_uri: `${ISSUER}/keys`,
      });
    }
    if (url.endsWith('/keys')) return Response.json({ keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256' }] });
    const claims = { nonce: request.nonce, email: 'ada@example.com', email_verified: true, ...differs.claims };
    if (differs.token !== undefined)
      return Response.json({ id_token: await differs.token({ ...claims, ...registered() }) });
    const token = new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256' })
      .setSubject('42')
      .setIssuer(differs.issuer ?? ISSUER)
      .setAudience(differs.audience ?? settings.clientId)
      .setIssuedAt()
      .setExpirationTime(differs.expiresAt ?? '5m');
    const others = { access_token: 'for Google alone', refresh_token: 'for Google alone', token_type: 'Bearer' };
    return Response.json({ ...others, id_token: await token.sign(differs.key ?? privateKey) });
  };
  return { client: new OpenIdClient({ settings, send }), asked };
}

test('the browser is redirected with state, nonce and the hash of the verifier', async () => {
  const url = new URL(await provider().client.authorizationUrl({ ...request, state: 's-1' }));
  expect(url.origin + url.pathname).toBe(`${ISSUER}/authorize`);
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'vitrine',
    redirect_uri: request.redirectUri,
    scope: 'openid email',
    state: 's-1',
    nonce: 'n-1',
    code_challenge_method: 'S256',
  });
  expect(url.search).not.toContain(request.verifier);
});

test('the code is exchanged with verifier and secret, and only the identity is read', async () => {
  const { client, asked } = provider();
  expect(await client.identify('a code', undefined, request)).toEqual({
    subject: '42',
    email: 'ada@example.com',
    isEmailVerified: true,
  });
  const exchange = asked.find(({ url }) => url.endsWith('/token'));
  expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
    grant_type: 'authorization_code',
    code: 'a code',
    redirect_uri: request.redirectUri,
    code_verifier: request.verifier,
  });
  const basic = Buffer.from(exchange?.authorization.slice(6) ?? '', 'base64').toString();
  expect(basic).toBe('vitrine:a%20secret%2Fwith%20signs');
});

test('an email address that the provider has not verified counts as unverified', async () => {
  for (const email_verified of [false, 'true', undefined]) {
    const identity = await provider({ claims: { email_verified } }).client.identify('a code', ISSUER, request);
    expect(identity.isEmailVerified).toBe(false);
  }
});

test('a token with several audiences is valid only for the client that it names', async () => {
  const { client } = provider({ audience: ['vitrine', 'x'], claims: { azp: 'vitrine' } });
  expect((await client.identify('a code', undefined, request)).subject).toBe('42');
});

const signedByPublicKey = async (claims: JWTPayload) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(createSecretKey(Buffer.from(JSON.stringify(await exportJWK(publicKey)))));

const withOwnKey = async (claims: JWTPayload) =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', jwk: await exportJWK(stranger.publicKey), jku: 'https://evil.example/keys' })
    .sign(stranger.privateKey);

describe('a response that is refused', () => {
  test.each<[string, Differs]>([
    ['a token for another sign-in', { claims: { nonce: 'n-2' } }],
    ['a token without a nonce', { claims: { nonce: undefined } }],
    ['a token for another client', { audience: 'somebody else' }],
    ['a token authorized for another client (azp)', { claims: { azp: 'somebody else' } }],
    ['a token for several clients, authorized for another', { audience: ['vitrine', 'x'], claims: { azp: 'x' } }],
    ['a token for several clients without an authorized one', { audience: ['vitrine', 'x'] }],
    ['a token of another issuer', { issuer: 'https://evil.example' }],
    ['an expired token', { expiresAt: '-1d' }],
    ['a token signed by another key', { key: stranger.privateKey }],
    ['a token without a signature', { token: (claims) => new UnsecuredJWT(claims).encode() }],
    ['a token signed with the public key as a secret', { token: signedByPublicKey }],
    ['a token that contains its own key', { token: withOwnKey }],
    ['a token without an email address', { claims: { email: undefined } }],
    ['a provider whose discovery document names another issuer', { calledIssuer: 'https://evil.example' }],
  ])('%s', async (_, differs) => {
    await expect(provider(differs).client.identify('a code', undefined, request)).rejects.toThrow(OpenIdFault);
  });

  test('a response that names another issuer', async () => {
    const { client } = provider();
    await expect(client.identify('a code', 'https://evil.example', request)).rejects.toThrow(OpenIdFault);
  });
});

test('a provider that does not respond is reported as a fault, and queried again the next time', async () => {
  let isDown = true;
  const { client: up } = provider();
  const send: Send = async (url, init) => {
    if (isDown) throw new TypeError('fetch failed');
    return url.endsWith('openid-configuration')
      ? Response.json({ issuer: ISSUER, authorization_endpoint: `${ISSUER}/authorize` })
      : fetch(url, init);
  };
  const client = new OpenIdClient({ settings, send });
  await expect(client.authorizationUrl({ ...request, state: 's' })).rejects.toThrow(OpenIdFault);
  isDown = false;
  expect(await client.authorizationUrl({ ...request, state: 's' })).toBe(
    await up.authorizationUrl({ ...request, state: 's' }),
  );
});
