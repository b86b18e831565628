import { Button } from '@mantine/core';
import { lazyPart } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { securityChanged } from '../../../lib/security.ts';
import { LazyPart } from '../../../ui/lazy-part.tsx';

const SetTransactionPasswordDialog = lazyPart(() =>
  import('../../../ui/set-transaction-password-dialog.tsx').then((m) => m.SetTransactionPasswordDialog),
);

/** Opens the dialog to set a first transaction password, on security pages. */
export function SetTransactionPasswordButton() {
  const { t } = useTranslation('security');
  const [isSetting, setIsSetting] = useState(false);
  const done = () => {
    setIsSetting(false);
    void securityChanged();
  };
  return (
    <>
      <Button onClick={() => setIsSetting(true)}>{t('passwords.set')}</Button>
      {isSetting ? (
        <LazyPart>
          <SetTransactionPasswordDialog opened onClose={() => setIsSetting(false)} onDone={done} />
        </LazyPart>
      ) : null}
    </>
  );
}
