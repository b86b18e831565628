/** What has to come back unchanged from the way to the provider and home. */
export interface OpenIdRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636): 43 to 128 letters that stay here until the code is exchanged. */
  readonly verifier: string;
}

/** Who has signed in at the provider. */
export interface OpenIdIdentity {
  readonly subject: string;
  readonly email: string;
  /** Whether the provider vouches that the address is theirs. */
  readonly isEmailVerified: boolean;
}

/** What the provider gave is not to be believed, or it gave nothing. */
export class OpenIdFault extends Error {}

/** Sign-in at another place: the authorization code flow of OpenID Connect with PKCE. */
export interface OpenIdProvider {
  /** Where to send the browser. Throws OpenIdFault. */
  authorizationUrl(request: OpenIdRequest): Promise<string>;
  /** Who came back with this code. Throws OpenIdFault. */
  identify(
    code: string,
    issuer: string | undefined,
    request: Pick<OpenIdRequest, 'redirectUri' | 'nonce' | 'verifier'>,
  ): Promise<OpenIdIdentity>;
}
