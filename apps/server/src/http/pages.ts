import { existsSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { HtmlPages, type HtmlParts } from './html-pages.ts';
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

/** A built web app. */
export interface PagesApp {
  readonly folder: string;
  /** The prefix of the app's paths: empty, or for example `/console`. */
  readonly base: string;
  readonly policy: Directives;
}

/** What all apps need to be served. */
export interface PagesParts extends Omit<HtmlParts, 'folder'> {
  readonly mode: Mode;
}

/** Files that the server reads itself, and whose text is sent only with what the build left open. */
const raw = /^\/((index|front(\.[\w-]+)?)\.html|heads\.json)(\.(br|gz))?$/;

/**
 * Serves a built app. If the build made brotli or gzip copies of a file, these are sent. Files in /assets have a hash in
 * their name, and never change. For a path without a file extension, the app's start page is sent, because the app's own
 * router handles the path; `HtmlPages` writes the page's title and description into it.
 */
export async function registerPages(
  app: FastifyInstance,
  { folder, base, policy }: PagesApp,
  { mode, ...parts }: PagesParts,
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
    const html = HtmlPages.open({ folder, ...parts });
    const serve: RouteHandlerMethod = (request, reply) => {
      const path = pathOf(request).slice(base.length);
      if (notPages.test(path) && !path.startsWith('/assets/')) return reply.callNotFound();
      if (html && raw.test(path)) return reply.callNotFound();
      const isFile = /\.[a-z0-9]+$/i.test(path);
      if (html && !isFile) return html.send(request, reply, path);
      return reply.sendFile(isFile ? path : 'index.html');
    };
    if (base !== '') pages.get(base, serve);
    pages.get(`${base}/*`, serve);
  });
}
