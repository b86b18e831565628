import { redirect } from '@tanstack/react-router';
import { paths, safeReturnPath } from '../lib/paths.ts';
import { currentSession } from '../lib/session.ts';

type Place = { readonly location: { readonly href: string } };

/** Redirects visitors to sign-in, with the path to return to; runs again once the session is known. */
export function requireStaff({ location }: Place): void {
  if (currentSession().status === 'visitor')
    throw redirect({ to: paths.signIn, search: { next: location.href }, replace: true });
}

export function requireVisitor({ search }: { readonly search: { readonly next?: string | undefined } }): void {
  if (currentSession().status === 'staff') throw redirect({ to: safeReturnPath(search.next), replace: true });
}
