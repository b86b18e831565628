import { Button } from '@mantine/core';
import { IconBrandGoogle } from '@tabler/icons-react';
import { toast } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api.ts';
import { type Security, securityChanged } from '../../../lib/security.ts';
import { StateRow } from '../../../ui/state-row.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** The Google account used to sign in; connecting an account leads to Google and back. */
export function GoogleRow({ google }: { readonly google: Security['google'] }) {
  const { t } = useTranslation('security', { keyPrefix: 'connect' });
  const [isOpen, setOpen] = useState(false);
  const { is_connected: isConnected, email } = google;

  const connect = async (password: string) => {
    const { location } = await call('POST /api/v3/connections/google/begin', { body: { password } });
    window.location.assign(location);
  };
  const disconnect = async (password: string) => {
    await call('POST /api/v3/connections/google/remove', { body: { password } });
    toast.ok(t('disconnected'));
    setOpen(false);
    await securityChanged();
  };

  return (
    <>
      <StateRow
        icon={IconBrandGoogle}
        name={t('google')}
        about={isConnected ? email : t('googleAbout')}
        state={{ text: t(isConnected ? 'connected' : 'notConnected'), isOn: isConnected }}
        action={
          <Button
            variant="default"
            aria-label={t(isConnected ? 'disconnectGoogle' : 'connectGoogle')}
            onClick={() => setOpen(true)}
          >
            {t(isConnected ? 'disconnect' : 'connect')}
          </Button>
        }
      />
      {isOpen ? (
        <PasswordDialog
          title={t(isConnected ? 'disconnectGoogle' : 'connectGoogle')}
          text={isConnected ? t('disconnectText', { label: email }) : t('googleText')}
          onClose={() => setOpen(false)}
          onPassword={isConnected ? disconnect : connect}
        />
      ) : null}
    </>
  );
}
