/** The part of oidc-provider that the sandbox uses; the package has no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly provider: Provider;
      readonly client: { readonly clientId: string };
      readonly session: { readonly accountId: string };
    };
  }

  interface Policy {
    add(prompt: object, index: number): void;
  }

  export const interactionPolicy: {
    base(): Policy;
    readonly Prompt: new (prompt: { readonly name: string; readonly requestable: boolean }) => object;
  };

  interface Configuration {
    readonly adapter: new (model: string) => object;
    readonly clients: readonly object[];
    readonly jwks: { readonly keys: readonly object[] };
    readonly cookies: { readonly keys: readonly string[] };
    readonly claims: Readonly<Record<string, readonly string[]>>;
    readonly conformIdTokenClaims: boolean;
    readonly pkce: { readonly required: () => boolean };
    readonly features: Readonly<Record<string, { readonly enabled: boolean }>>;
    readonly interactions: {
      readonly policy: Policy;
      readonly url: (context: Context, interaction: { readonly uid: string }) => string;
    };
    readonly findAccount: (context: Context, id: string) => { accountId: string; claims: () => object };
    readonly loadExistingGrant: (context: Context) => Promise<Grant>;
    readonly ttl: Readonly<Record<string, number>>;
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Client: { readonly prototype: { redirectUriAllowed: (uri: string) => boolean } };
    readonly Grant: new (parts: {
      clientId: string;
      accountId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ readonly uid: string }>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
