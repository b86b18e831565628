import { LoadFailed } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Security, useSecurity } from '../../../lib/security.ts';
import { SkeletonLines } from '../../../ui/skeleton-lines.tsx';

/** Renders its children once the account's security state has loaded. */
export function SecurityLoaded({ children }: { readonly children: (security: Security) => ReactNode }) {
  const { t } = useTranslation('security');
  const { data, isError, refetch } = useSecurity();
  if (data) return children(data);
  if (!isError) return <SkeletonLines lines={6} />;
  return <LoadFailed title={t('failed')} onRetry={refetch} />;
}
