import { useEffect } from 'react';
import { PageSkeleton } from './page-skeleton.tsx';

/**
 * Leaves the app for the front page, which is a document of its own. Links to it load that document at once; this is
 * for navigations that do not come from a link.
 */
export function FrontDoor() {
  useEffect(() => location.replace('/'), []);
  return <PageSkeleton />;
}
