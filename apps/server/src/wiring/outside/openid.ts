import { endpoints } from '@vitrine/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { OpenIdProvider } from '../../providers/openid/openid.ts';
import { OpenIdClient, type Send } from '../../providers/openid/openid-client.ts';
import { createSandboxSignInProvider, type SandboxSignInProvider } from '../../sandbox/sign-in-provider.ts';
import { StartError } from '../process/start-error.ts';
import type { Settings } from '../settings/settings.ts';

export interface OpenIdWiring {
  /** Undefined if Google sign-in is not available. */
  readonly provider: OpenIdProvider | undefined;
  /** Serves the sandbox's own provider on our server; does nothing if another provider is configured. */
  attach(app: FastifyInstance): Promise<void>;
}

/** The configured provider or, in a sandbox without one, the sandbox's own. */
export function wireOpenId({ openId, mode }: Settings): OpenIdWiring {
  if (openId !== undefined || mode !== 'sandbox') {
    const provider = openId && new OpenIdClient({ settings: openId, send: fetch });
    return { provider, attach: async () => {} };
  }
  const sandbox = sandboxProvider();
  let app: FastifyInstance | undefined;
  const { settings, authorizationEndpoint } = sandbox;
  const send: Send = (url, init) => inject(app, url, init);
  return {
    provider: new OpenIdClient({ settings, authorizationEndpoint, send }),
    attach: (served) => {
      app = served;
      return sandbox.attach(served);
    },
  };
}

/**
 * The sandbox's own provider. Throws StartError if only production's packages are installed, since this provider needs
 * others.
 */
function sandboxProvider(): SandboxSignInProvider {
  try {
    return createSandboxSignInProvider(endpoints.googleReturn.path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new StartError('The sandbox packages are not installed: run npm ci without --omit=dev.');
  }
}

/**
 * Passes a call to our own server without using the network, because the server may listen at any address, or not
 * listen yet.
 */
async function inject(app: FastifyInstance | undefined, url: string, init: RequestInit = {}): Promise<Response> {
  if (app === undefined) throw new Error('the sandbox sign-in provider was called before the server was ready');
  const { pathname, search } = new URL(url);
  const request: InjectOptions = {
    method: init.method === 'POST' ? 'POST' : 'GET',
    url: pathname + search,
    headers: init.headers as Record<string, string>,
    ...(init.body == null ? {} : { payload: String(init.body) }),
  };
  const { statusCode, payload } = await app.inject(request);
  return new Response(payload, { status: statusCode });
}
