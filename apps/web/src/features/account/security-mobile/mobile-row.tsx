import { Button } from '@mantine/core';
import { IconDeviceMobile } from '@tabler/icons-react';
import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Security } from '../../../lib/security.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { StateRow } from '../../../ui/state-row.tsx';

const MobileDialog = lazyPart(() => import('./mobile-dialog.tsx').then((m) => m.MobileDialog));

/** The connected mobile number, or a button to connect one. */
export function MobileRow({ mobile }: { readonly mobile: Security['mobile'] }) {
  const { t } = useTranslation('security');
  const [isAdding, setIsAdding] = useState(false);
  return (
    <>
      <StateRow
        icon={IconDeviceMobile}
        name={t('mobile.name')}
        about={mobile.is_verified ? mobile.mobile_number : t('mobile.about')}
        state={{ text: t(mobile.is_verified ? 'state.connected' : 'state.notConnected'), isOn: mobile.is_verified }}
        action={
          <Button variant="default" onClick={() => setIsAdding(true)}>
            {t(mobile.is_verified ? 'mobile.change' : 'mobile.add')}
          </Button>
        }
      />
      {isAdding ? (
        <LazyPart>
          <MobileDialog onClose={() => setIsAdding(false)} />
        </LazyPart>
      ) : null}
    </>
  );
}
