import { Button, type ButtonProps } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toast } from '@vitrine/ui';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import { securityChanged } from '../../../lib/security.ts';

type EndSessionsButtonProps = ButtonProps & { readonly onDone?: () => void; readonly children: ReactNode };

/** Immediately ends every session but this one. */
export function EndSessionsButton({ onDone, ...button }: EndSessionsButtonProps) {
  const { t } = useTranslation('security');
  const end = useMutation({
    mutationFn: () => call('POST /api/v3/sessions/end-others'),
    onSuccess: ({ ended }) => {
      toast.ok(t('access.endedOthers', { count: ended }));
      void securityChanged();
      onDone?.();
    },
    onError: (error) => toast.error(errorText(error)),
  });
  return <Button {...button} loading={end.isPending} onClick={() => end.mutate()} />;
}
