import { TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { PasswordField } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import { addPasskey } from '../../lib/passkeys.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { ACCESS_KEY, type Passkey } from './access.ts';

export function PasskeyDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('access');
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [code, setCode] = useState('');
  return (
    <ActDialog
      title={t('page.addPasskey')}
      onClose={onClose}
      action={t('page.addPasskey')}
      done={t('page.added')}
      reasonIs="absent"
      act={async () => {
        await addPasskey(name, code);
        await queries.invalidateQueries({ queryKey: ACCESS_KEY });
      }}
    >
      <TextInput
        label={t('page.passkeyName')}
        description={t('page.passkeyNameText')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <CodeField label={t('page.code')} value={code} onChange={setCode} />
    </ActDialog>
  );
}

interface RemovePasskeyDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

export function RemovePasskeyDialog({ passkey: { id, name }, onClose }: RemovePasskeyDialogProps) {
  const { t } = useTranslation('access');
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  return (
    <ActDialog
      title={t('page.removePasskey', { name })}
      onClose={onClose}
      action={t('page.remove')}
      done={t('page.removed')}
      reasonIs="absent"
      act={async () => {
        await call('POST /api/v3/console/access/remove-passkey', { body: { id, code } });
        await queries.invalidateQueries({ queryKey: ACCESS_KEY });
      }}
    >
      <CodeField label={t('page.code')} value={code} onChange={setCode} />
    </ActDialog>
  );
}

interface RecoveryDialogProps {
  readonly onClose: () => void;
  readonly onCodes: (codes: readonly string[]) => void;
}

export function RecoveryDialog({ onClose, onCodes }: RecoveryDialogProps) {
  const { t } = useTranslation(['access', 'common']);
  const queries = useQueryClient();
  const [code, setCode] = useState('');
  return (
    <ActDialog
      title={t('page.renew')}
      onClose={onClose}
      action={t('page.renew')}
      done={t('common:done')}
      reasonIs="absent"
      act={async () => {
        onCodes((await call('POST /api/v3/console/access/recovery-codes', { body: { code } })).recovery_codes);
        await queries.invalidateQueries({ queryKey: ACCESS_KEY });
      }}
    >
      <p className="dim">{t('page.renewText')}</p>
      <CodeField label={t('page.code')} value={code} onChange={setCode} />
    </ActDialog>
  );
}

export function PasswordDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('access');
  const queries = useQueryClient();
  const [old, setOld] = useState('');
  const [password, setPassword] = useState('');
  const [again, setAgain] = useState('');
  const [code, setCode] = useState('');
  return (
    <ActDialog
      title={t('page.changePassword')}
      onClose={onClose}
      action={t('page.changePassword')}
      done={t('page.passwordChanged')}
      reasonIs="absent"
      act={async () => {
        await call('POST /api/v3/console/access/change-password', {
          body: { password: old, new_password: password, new_password_confirmation: again, code },
        });
        await queries.invalidateQueries({ queryKey: ACCESS_KEY });
      }}
    >
      <PasswordField label={t('password.old')} autoComplete="current-password" value={old} onChange={setOld} />
      <PasswordField label={t('password.new')} autoComplete="new-password" value={password} onChange={setPassword} />
      <PasswordField label={t('password.again')} autoComplete="new-password" value={again} onChange={setAgain} />
      <CodeField label={t('page.code')} value={code} onChange={setCode} />
    </ActDialog>
  );
}
