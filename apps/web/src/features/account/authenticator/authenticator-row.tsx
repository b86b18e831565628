import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { totpKey } from '../../../lib/security.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';
import { StateRow } from '../../../ui/state-row.tsx';

const EnrolDialog = lazyPart(() => import('./enrol-dialog.tsx').then((m) => m.EnrolDialog));
const ManageDialog = lazyPart(() => import('./manage-dialog.tsx').then((m) => m.ManageDialog));

/** Whether an authenticator is set up, with a button to set it up, renew its recovery codes or remove it. */
export function AuthenticatorRow() {
  const { t } = useTranslation('security', { keyPrefix: 'authenticator' });
  const [isOpen, setOpen] = useState(false);
  const { data: totp } = useQuery({
    queryKey: totpKey,
    queryFn: ({ signal }) => call('GET /api/v3/totp', { signal }),
  });
  const isEnrolled = totp?.is_enrolled === true;
  const close = () => setOpen(false);
  return (
    <>
      <StateRow
        icon={IconShieldLock}
        name={t('title')}
        about={isEnrolled ? t('left', { count: totp.recovery_codes_left }) : t('about')}
        state={totp && { text: t(isEnrolled ? 'on' : 'off'), isOn: isEnrolled }}
        action={
          <Button variant="default" disabled={!totp} aria-label={t('manageTitle')} onClick={() => setOpen(true)}>
            {t(isEnrolled ? 'manage' : 'setUp')}
          </Button>
        }
      />
      {isOpen ? (
        <LazyPart>{isEnrolled ? <ManageDialog onClose={close} /> : <EnrolDialog onClose={close} />}</LazyPart>
      ) : null}
    </>
  );
}
