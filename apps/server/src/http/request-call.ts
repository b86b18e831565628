import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Device } from '../kit/device.ts';
import { readIdempotencyKey } from '../kit/reference.ts';
import { sessionToken } from '../kit/session-token.ts';
import type { ProviderMessage } from '../providers/payment/payment.ts';
import { acceptedLanguage } from './accepted-language.ts';
import type { Guards } from './guard.ts';
import type { AuditDetails, CachedFor, CookieOptions } from './handler.ts';
import type { Services } from './services.ts';
import type { Session } from './session.ts';
import type { StaffSession } from './staff-session.ts';
import { whenOver } from './when-over.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The raw body, for verifying signatures over the exact text. */
    rawText: string;
    /** Set before the handler runs if a client is signed in. */
    session: Session | undefined;
    /** Set before the handler runs if a member of staff is signed in. */
    staff: StaffSession | undefined;
  }
}

const nothingAdded: AuditDetails = {};

/** A request as handlers see it. Fields that only a few handlers need are computed when they are accessed. */
export class RequestCall {
  readonly services: Services;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #guards: Guards;
  auditDetails: AuditDetails = nothingAdded;

  constructor(services: Services, request: FastifyRequest, reply: FastifyReply, guards: Guards) {
    this.services = services;
    this.#request = request;
    this.#reply = reply;
    this.#guards = guards;
  }

  get session(): Session | StaffSession | undefined {
    return this.#request.session ?? this.#request.staff;
  }

  get isRead(): boolean {
    return this.#request.method === 'GET';
  }

  get audit(): (details: AuditDetails) => void {
    return (details) => {
      this.auditDetails = { ...this.auditDetails, ...details };
    };
  }

  get gone(): AbortSignal {
    const gone = new AbortController();
    whenOver(this.#request, this.#reply, () => gone.abort());
    return gone.signal;
  }

  get query(): unknown {
    return this.#request.query;
  }

  get body(): unknown {
    return this.#request.body;
  }

  get message(): ProviderMessage {
    return { headers: this.#request.headers, text: this.#request.rawText };
  }

  get idempotencyKey(): string | undefined {
    return readIdempotencyKey(this.#request.headers['idempotency-key']);
  }

  get device(): Device {
    const { ip, headers } = this.#request;
    return { ip, userAgent: headers['user-agent'] ?? '', language: acceptedLanguage(headers['accept-language']) };
  }

  get isFromPage(): boolean {
    return this.#request.headers.origin !== undefined;
  }

  get origin(): string {
    const { protocol, headers } = this.#request;
    return this.services.settings.publicOrigin ?? `${protocol}://${headers.host}`;
  }

  get cookie(): (name: string) => string | undefined {
    return (name) => sessionToken({ cookie: this.#request.headers.cookie }, name)?.token;
  }

  get chargeItems(): (items: number) => void {
    return (items) => this.#guards.chargeItems(items, this.#request.ip);
  }

  get redirect(): (location: string) => void {
    return (location) => {
      this.#reply.code(302).header('location', location);
    };
  }

  get storedJson(): (text: string) => string {
    return (text) => {
      // Fastify sends text of this content type unchanged.
      this.#reply.type('application/json; charset=utf-8');
      return text;
    };
  }

  get download(): (file: { readonly name: string; readonly type: string }) => void {
    return ({ name, type }) => {
      // RFC 6266, with non-ASCII characters encoded by RFC 8187.
      const encoded = encodeURIComponent(name).replace(/['()*!]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
      this.#reply.header('content-type', type).header('content-disposition', `attachment; filename*=UTF-8''${encoded}`);
    };
  }

  get show(): (type: string, cached?: CachedFor) => void {
    return (type, cached) => {
      this.#reply.header('content-type', type);
      if (cached === undefined) return;
      const scope = cached.for === 'everyone' ? 'public' : 'private';
      this.#reply.header('cache-control', `${scope}, max-age=${cached.seconds}, immutable`);
    };
  }

  /** Sets a cookie. All cookies have the attributes set here; that of a session is `SESSION_COOKIE`. */
  get setCookie(): SetCookie {
    return (name, value, { maxAgeSeconds, sameSite = 'Strict' } = {}) => {
      const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
      this.#reply.header(
        'set-cookie',
        `${name}=${encodeURIComponent(value)}; Path=/; HttpOnly; Secure; SameSite=${sameSite}${age}`,
      );
    };
  }

  get clearCache(): () => void {
    return () => {
      this.#reply.header('clear-site-data', '"cache"');
    };
  }

  get clearCookie(): (name: string) => void {
    return (name) => this.setCookie(name, '', { maxAgeSeconds: 0 });
  }
}

type SetCookie = (name: string, value: string, options?: CookieOptions) => void;

/** The call of a compatibility GET, whose query contains the fields of the body. */
export class CompatGetCall extends RequestCall {
  override get query(): unknown {
    return {};
  }

  override get cookie(): () => undefined {
    return () => undefined;
  }

  override get body(): unknown {
    return super.query;
  }
}
