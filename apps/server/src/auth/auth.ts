import { type BetterAuthPlugin, betterAuth } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { bearer } from 'better-auth/plugins';
import { Kysely, PostgresDialect } from 'kysely';
import type { Pool } from 'pg';
import { SESSION_COOKIE } from './session/session-cookie.ts';
import type { SessionTimes } from './session/session-life.ts';

const LEAST_SECRET = 32;

export interface AuthSettings {
  readonly pool: Pool;
  /** The key that signs cookies and tokens; at least 32 characters. */
  readonly secret: string;
  /** The exchange's public URL, for example https://exchange.example. */
  readonly baseUrl: string;
  readonly times: SessionTimes;
}

/** Declares the body of the endpoint below; only the type of this constant is used. */
const personBody: { body: { readonly personId: string } } = { body: { personId: '' } };

/** An endpoint that opens a session for an authenticated person; no router serves it. */
const sessionOpener = {
  id: 'session-opener',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', metadata: { $Infer: personBody } },
      async (context) => {
        const { personId } = context.body;
        const { internalAdapter } = context.context;
        const user = await internalAdapter.findUserById(personId);
        const session = await internalAdapter.createSession(personId);
        if (!user || !session) throw new Error(`no session could be created for person ${personId}`);
        await setSessionCookie(context, { session, user });
        return { id: session.id, beganAtMs: session.createdAt.getTime() };
      },
    ),
  },
} satisfies BetterAuthPlugin;

/**
 * The library that stores sessions. Only our endpoints call it; its own HTTP router is not served. Only our own store
 * (session-store.ts) extends sessions.
 */
export function createAuth(settings: AuthSettings) {
  // Without a secret, the library would use a publicly known one.
  if (settings.secret.length < LEAST_SECRET)
    throw new Error(`the secret that signs sessions has fewer than ${LEAST_SECRET} characters`);
  return openAuth(settings);
}

const openAuth = ({ pool, secret, baseUrl, times }: AuthSettings) =>
  betterAuth({
    database: { db: new Kysely({ dialect: new PostgresDialect({ pool }) }), type: 'postgres', transaction: true },
    secret,
    baseURL: baseUrl,
    telemetry: { enabled: false },
    logger: { disabled: true },
    rateLimit: { enabled: false },
    plugins: [bearer({ requireSignature: true }), sessionOpener],
    user: {
      modelName: 'person',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'session',
      expiresIn: Math.min(times.sessionHours, times.sessionIdleHours) * 3600,
      disableSessionRefresh: true,
      fields: {
        userId: 'person_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'credential',
      fields: {
        userId: 'person_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verification',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    advanced: {
      useSecureCookies: false,
      // Only the value of this cookie is used: request-call.ts writes the cookie that the browser receives.
      cookies: {
        session_token: {
          name: SESSION_COOKIE,
          attributes: { httpOnly: true, secure: true, sameSite: 'strict', path: '/' },
        },
      },
    },
  });

export type Auth = ReturnType<typeof createAuth>;
