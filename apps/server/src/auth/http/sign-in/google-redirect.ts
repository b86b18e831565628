import { endpoints as contract, type Endpoint, type endpoints } from '@vitrine/contract';
import type { Call, Handler } from '../../services.ts';

/** Ties the way to the provider and back to one browser. It must come back with it from another site: Lax. */
export const WAY_COOKIE = '__Host-vitrine-way';
const WAY_SECONDS = 600;

/** Where to send the browser; it is told by a cookie which way is its own. */
export async function departToGoogle(
  { services, origin, setCookie }: Pick<Call<Endpoint>, 'services' | 'origin' | 'setCookie'>,
  personId?: string,
): Promise<string> {
  const redirectUri = origin + contract.googleReturn.path;
  const { location, browser } = await services.access.google.depart(redirectUri, personId);
  setCookie(WAY_COOKIE, browser, { maxAgeSeconds: WAY_SECONDS, sameSite: 'Lax' });
  return location;
}

export const googleRedirect: Handler<typeof endpoints.googleRedirect> = async (call) => {
  call.redirect(await departToGoogle(call));
  return {};
};
