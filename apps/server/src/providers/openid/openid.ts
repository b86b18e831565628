/** The values that belong to one redirect to the provider; the response is checked against them. */
export interface OpenIdRequest {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  /** PKCE (RFC 7636): 43 to 128 characters that are kept secret until the code is exchanged. */
  readonly verifier: string;
}

/** The person who has signed in at the provider. */
export interface OpenIdIdentity {
  readonly subject: string;
  readonly email: string;
  /** Whether the provider vouches that the email address belongs to this person. */
  readonly isEmailVerified: boolean;
}

/** The provider's response is invalid or missing. */
export class OpenIdFault extends Error {}

/** External sign-in: the authorization code flow of OpenID Connect with PKCE. */
export interface OpenIdProvider {
  /** The URL to which to send the browser. Throws OpenIdFault. */
  authorizationUrl(request: OpenIdRequest): Promise<string>;
  /** The person who returned with this code. Throws OpenIdFault. */
  identify(
    code: string,
    issuer: string | undefined,
    request: Pick<OpenIdRequest, 'redirectUri' | 'nonce' | 'verifier'>,
  ): Promise<OpenIdIdentity>;
}
