/** The identifier used to sign in: an email address, or a phone number as typed, with its country. */
export type Identifier =
  | { readonly by: 'email'; readonly email: string }
  | { readonly by: 'phone'; readonly phone: string; readonly country: string };
