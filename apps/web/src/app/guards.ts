import { redirect } from '@tanstack/react-router';
import { paths, safeReturnPath } from '../lib/paths.ts';
import { currentSession } from '../lib/session.ts';

type Place = { readonly location: { readonly href: string } };

/**
 * Redirects visitors to sign-in and remembers where they wanted to go. Synchronous: while the session is unknown, the
 * page shows its skeleton; the guards run again once the session is known.
 */
export function requireClient({ location }: Place): void {
  if (currentSession().status === 'visitor') {
    throw redirect({ to: paths.signIn, search: { next: location.href }, replace: true });
  }
}

/** Redirects signed-in clients away from sign-in and sign-up. */
export function requireVisitor({ search }: { readonly search: { readonly next?: string | undefined } }): void {
  if (currentSession().status === 'client') throw redirect({ href: safeReturnPath(search.next), replace: true });
}
