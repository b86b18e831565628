import { existsSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, RouteHandlerMethod } from 'fastify';
import { pathOf } from './not-found.ts';
import type { HttpSettings } from './services.ts';

type Mode = HttpSettings['mode'];

type Directives = Readonly<Record<string, string[]>>;

/** The Content-Security-Policy of pages: only own sources, no inline scripts, styles only from files. */
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

/** The same for the console, which also shows pictures that it has fetched for itself: they are never at an address of their own. */
export const consolePolicy: Directives = { ...strictPolicy, imgSrc: ["'self'", 'blob:'] };

/** Security headers for what a browser shows as a page; HSTS only where the exchange is behind TLS. */
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

/** What pages may ask a browser for: the clients' app its camera, for the photos of a proof of identity; nothing else. */
export const features = (base: string): string =>
  `camera=(${base === '' ? 'self' : ''}), microphone=(), geolocation=(), payment=(), usb=()`;

const YEAR = 'public, max-age=31536000, immutable';
const notPages = /^\/(api|sandbox|stream|assets)(\/|$)/;

/** An app that browsers run, as its build has left it. */
export interface PagesApp {
  readonly folder: string;
  /** Where its addresses begin: empty, or such as `/console`. */
  readonly base: string;
  readonly policy: Directives;
}

/**
 * Serves a built app, brotli or gzip where the build has left such a copy: nothing is compressed for a request. Files below /assets carry a hash in their name
 * and never change; an address without a file is a page of the app's own router.
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
    const serve: RouteHandlerMethod = (request, reply) => {
      const path = pathOf(request).slice(base.length);
      if (notPages.test(path) && !path.startsWith('/assets/')) return reply.callNotFound();
      return reply.sendFile(/\.[a-z0-9]+$/i.test(path) ? path : 'index.html');
    };
    if (base !== '') pages.get(base, serve);
    pages.get(`${base}/*`, serve);
  });
}
