import { Button } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { passkeysKey } from '../../../lib/security.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { StateRow } from '../../../ui/state-row.tsx';

const PasskeysDialog = lazyPart(() => import('./passkeys-dialog.tsx').then((m) => m.PasskeysDialog));

/** The number of passkeys, with a button to add and remove them. */
export function PasskeysRow() {
  const { t } = useTranslation('security', { keyPrefix: 'passkeys' });
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => call('GET /api/v3/passkeys', { signal }),
  });
  const count = data?.passkeys.length ?? 0;
  return (
    <>
      <StateRow
        icon={IconFingerprint}
        name={t('title')}
        about={t('about')}
        state={data && { text: count > 0 ? t('count', { count }) : t('off'), isOn: count > 0 }}
        action={
          <Button variant="default" disabled={!data} aria-label={t('dialogTitle')} onClick={() => setOpen(true)}>
            {t(count > 0 ? 'manage' : 'add')}
          </Button>
        }
      />
      {isOpen && data ? (
        <LazyPart>
          <PasskeysDialog passkeys={data.passkeys} onClose={() => setOpen(false)} />
        </LazyPart>
      ) : null}
    </>
  );
}
