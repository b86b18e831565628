import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { pathOf } from './not-found.ts';
import type { HttpSettings } from './services.ts';

type Mode = HttpSettings['mode'];

type Directives = Readonly<Record<string, string[]>>;

/**
 * The Content-Security-Policy (CSP) of pages. It allows only our own origin, and neither inline scripts nor inline
 * styles.
 */
export const strictPolicy: Directives = {
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  manifestSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

/** The policy of the console, which also shows pictures that it has fetched itself, as `blob:` URLs. */
export const consolePolicy: Directives = { ...strictPolicy, imgSrc: ["'self'", 'blob:'] };

/** Adds the security headers of pages; HSTS only in production, where the exchange is behind TLS. */
export async function prepareForPages(app: FastifyInstance, mode: Mode, policy: Directives): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { ...policy, ...(mode === 'production' ? { upgradeInsecureRequests: [] } : {}) },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: mode === 'production' ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  });
}

/**
 * The browser features that pages may use. Only the clients' app may use any: the camera, for identity verification
 * photos.
 */
export const features = (base: string): string =>
  `camera=(${base === '' ? 'self' : ''}), microphone=(), geolocation=(), payment=(), usb=()`;

const YEAR = 'public, max-age=31536000, immutable';
const notPages = /^\/(api|sandbox|stream|assets)(\/|$)/;

/** The file of the front page in the language that the reader prefers, and that the page has; English otherwise. */
export function frontPageFor(files: readonly string[], accepted = ''): string {
  const known = files.map((file) => ({ file, language: file.split('.')[1]?.toLowerCase() ?? '' }));
  for (const tag of accepted.split(',', MOST_LANGUAGES).map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '')) {
    const found =
      known.find(({ language }) => language === tag) ??
      known.find(({ language }) => tag !== '' && language === tag.split('-')[0]);
    if (found) return found.file;
  }
  return 'front.en.html';
}

const MOST_LANGUAGES = 12;

/** A built web app. */
export interface PagesApp {
  readonly folder: string;
  /** The prefix of the app's paths: empty, or for example `/console`. */
  readonly base: string;
  readonly policy: Directives;
}

/**
 * Serves a built app. If the build made brotli or gzip copies, these are sent; nothing is compressed per request. Files
 * in /assets have a hash in their name, and never change. For a path without a file extension, the app's start page is
 * sent, because the app's own router handles the path.
 */
export async function registerPages(
  app: FastifyInstance,
  { folder, base, policy }: PagesApp,
  mode: Mode,
): Promise<void> {
  if (!existsSync(join(folder, 'index.html'))) return;
  await app.register(async (pages) => {
    await prepareForPages(pages, mode, policy);
    pages.addHook('onRequest', (_request, reply, done) => {
      reply.header('permissions-policy', features(base));
      done();
    });
    await pages.register(fastifyStatic, {
      root: folder,
      serve: false,
      preCompressed: true,
      cacheControl: false,
      dotfiles: 'ignore',
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? YEAR : 'no-cache');
      },
    });
    const frontPages = readdirSync(folder).filter((name) => /^front\.[\w-]+\.html$/.test(name));
    const serve: RouteHandlerMethod = (request, reply) => {
      const path = pathOf(request).slice(base.length);
      if (notPages.test(path) && !path.startsWith('/assets/')) return reply.callNotFound();
      if (path === '/' && frontPages.length > 0) {
        reply.header('vary', 'accept-language');
        return reply.sendFile(frontPageFor(frontPages, request.headers['accept-language']));
      }
      return reply.sendFile(/\.[a-z0-9]+$/i.test(path) ? path : 'index.html');
    };
    if (base !== '') pages.get(base, serve);
    pages.get(`${base}/*`, serve);
  });
}
