import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { interactionPolicy, Provider } from 'oidc-provider';
import { demoAccounts } from './demo-accounts.ts';
import { choicePage, pageHeaders } from './sign-in-provider-page.ts';
import { MemoryAdapter } from './sign-in-provider-store.ts';

/** The provider's path on the exchange's own server. */
const MOUNT = '/sandbox/sign-in-provider';
/** The issuer's identifier. It is only a name, and need not be reachable. */
const ISSUER = `https://sandbox.invalid${MOUNT}`;
const CLIENT_ID = 'vitrine-sandbox';
/** The prompt with which the exchange also asks Google to let people choose an account each time. */
const CHOICE = 'select_account';
const EMAIL = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,189}$/;

/** The sandbox's substitute for Google: a real OpenID provider at which anyone may choose any account. */
export interface SandboxSignInProvider {
  readonly settings: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  readonly authorizationEndpoint: string;
  /** Serves the provider under its own path. */
  attach(app: FastifyInstance): Promise<void>;
}

/**
 * `returnPath` is the path of the exchange to which browsers return. The provider's package is loaded at the first
 * request, which throws ERR_MODULE_NOT_FOUND if it is not installed.
 */
export function createSandboxSignInProvider(returnPath: string): SandboxSignInProvider {
  import.meta.resolve('oidc-provider');
  const clientSecret = randomBytes(32).toString('base64url');
  let created: Promise<Provider> | undefined;
  const provider = () => {
    created ??= createProvider(clientSecret, returnPath);
    return created;
  };
  return {
    settings: { issuer: ISSUER, clientId: CLIENT_ID, clientSecret },
    authorizationEndpoint: `${MOUNT}/auth`,
    attach: (app) => attach(app, provider),
  };
}

async function createProvider(clientSecret: string, returnPath: string): Promise<Provider> {
  const { interactionPolicy, Provider } = await import('oidc-provider');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const provider = new Provider(ISSUER, {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [`https://sandbox.invalid${returnPath}`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig', kid: 'sandbox' }] },
    cookies: { keys: [randomBytes(32).toString('base64url')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    // Puts the email address in the id_token, because the exchange sends no userinfo request.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, userinfo: { enabled: false } },
    interactions: {
      policy: withAccountChoice(interactionPolicy),
      url: (_context, { uid }) => `${MOUNT}/choose/${uid}`,
    },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: subjectOf(email), email, email_verified: true }),
    }),
    loadExistingGrant: async (context) => {
      const { provider: ownProvider, client, session } = context.oidc;
      const grant = new ownProvider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AuthorizationCode: 60, IdToken: 600, AccessToken: 600 },
  });
  // A sandbox can be reached at any address of its machine, so browsers may return to any address, but only at this
  // path.
  provider.Client.prototype.redirectUriAllowed = (uri) => URL.canParse(uri) && new URL(uri).pathname === returnPath;
  return provider;
}

/** Adds `prompt=select_account`, which the library does not support by itself. */
function withAccountChoice({ base, Prompt }: typeof interactionPolicy) {
  const policy = base();
  policy.add(new Prompt({ name: CHOICE, requestable: true }), 0);
  return policy;
}

/** The subject identifier, like Google's: a number that does not reveal the email address. */
const subjectOf = (email: string): string =>
  BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 16)}`).toString();

async function attach(app: FastifyInstance, provider: () => Promise<Provider>): Promise<void> {
  await app.register(async (scope) => {
    // The provider reads request bodies itself.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    scope.get(`${MOUNT}/choose/:uid`, async (request, reply) => choose(await provider(), request, reply));
    scope.post(`${MOUNT}/choose/:uid`, async (request, reply) => chosen(await provider(), request, reply));
    scope.all(`${MOUNT}/*`, async (request, reply) => {
      const handle = (await provider()).callback();
      reply.hijack();
      mounted(request.raw);
      handle(request.raw, reply.raw);
    });
  });
}

/**
 * Makes the provider appear mounted at the root, because it derives its own addresses from the difference between
 * `originalUrl` and `url`. Removes the provider's session cookies from the request, so that people choose an account
 * each time.
 */
function mounted(request: IncomingMessage & { originalUrl?: string }): void {
  const cookies = request.headers.cookie?.split('; ').filter((cookie) => !cookie.startsWith('_session'));
  if (cookies !== undefined) request.headers.cookie = cookies.join('; ');
  request.originalUrl = request.url ?? '';
  request.url = request.originalUrl.slice(MOUNT.length);
}

async function choose(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  const { uid } = await provider.interactionDetails(request.raw, reply.raw);
  const known = demoAccounts.map(({ username }) => username);
  return reply.headers(pageHeaders).send(choicePage(`${MOUNT}/choose/${uid}`, known));
}

async function chosen(provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  const form = new URLSearchParams(await text(request.raw));
  const email = (form.get('email') || form.get('known') || '').trim().toLowerCase();
  const result = EMAIL.test(email)
    ? { login: { accountId: email, remember: false }, [CHOICE]: {} }
    : { error: 'access_denied', error_description: 'no account was chosen' };
  reply.hijack();
  await provider.interactionFinished(request.raw, reply.raw as ServerResponse, result, {
    mergeWithLastSubmission: false,
  });
}

const MOST_BYTES = 4_096;

async function text(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) {
    body += String(chunk);
    if (body.length > MOST_BYTES) return '';
  }
  return body;
}
