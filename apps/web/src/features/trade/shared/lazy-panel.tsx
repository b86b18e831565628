import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { LazyPart } from '../../../ui/lazy-part.tsx';

/** Something in its own chunk that fills a panel; a skeleton fills the panel until it has loaded. */
export const LazyPanel = ({ children }: { readonly children: ReactNode }) => (
  <LazyPart isInPlace fallback={<Skeleton height="100%" radius={0} />}>
    {children}
  </LazyPart>
);
