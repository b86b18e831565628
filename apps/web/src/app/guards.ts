import { redirect } from '@tanstack/react-router';
import { paths, safeReturnPath } from '../lib/paths.ts';
import { currentSession } from '../lib/session.ts';

type Place = { readonly location: { readonly href: string } };

/**
 * Turns visitors away to sign-in and remembers where they wanted to go. Synchronous: while it is not yet known who is
 * here the page shows its skeleton, and the guards run again with the answer.
 */
export function requireClient({ location }: Place): void {
  if (currentSession().status === 'visitor') {
    throw redirect({ to: paths.signIn, search: { next: location.href }, replace: true });
  }
}

/** Signed-in people have no business on sign-in and sign-up. */
export function requireVisitor({ search }: { readonly search: { readonly next?: string | undefined } }): void {
  if (currentSession().status === 'client') throw redirect({ href: safeReturnPath(search.next), replace: true });
}
