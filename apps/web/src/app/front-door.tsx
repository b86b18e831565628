import { useEffect } from 'react';
import { PageSkeleton } from './page-skeleton.tsx';

/**
 * Leaves the app for the front page, which is a separate document. Links load that document directly; this handles
 * navigations that do not come from a link.
 */
export function FrontDoor() {
  useEffect(() => location.replace('/'), []);
  return <PageSkeleton />;
}
