import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PasswordField } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../lib/api.ts';
import { dateTimeText } from '../../lib/when.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import styles from './frozen-dialog.module.css';

const LEAST_LETTERS = 10;

/** Who is frozen has no session: e-mail and password show whose objection it is. */
export function FrozenObjection({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [text, setText] = useState('');
  const [fault, setFault] = useState('');
  const object = useMutation({
    mutationFn: () => call('POST /api/v3/frozen-objection', { body: { username: username.trim(), password, text } }),
    onError: (failure) => setFault(errorText(failure)),
  });
  const submit = () => {
    if (username.trim() === '' || password === '') return setFault(t('frozen.incomplete'));
    if (text.trim().length < LEAST_LETTERS) return setFault(t('frozen.whyShort'));
    setFault('');
    object.mutate();
  };
  const sent = object.data;
  if (sent !== undefined) {
    const reason = t(`restrictionReasons.${sent.reason}`);
    return (
      <>
        <p className={styles.text} role="status">
          {t('frozen.sent')}
        </p>
        <p className={styles.text}>{t('frozen.reasonIs', { reason, rule: sent.rule })}</p>
        <p className={styles.text}>{t('frozen.endsAt', { end: dateTimeText(sent.ends_at) })}</p>
        <Button fullWidth onClick={onDone}>
          {t('frozen.action')}
        </Button>
      </>
    );
  }
  return (
    <DialogForm onSubmit={submit}>
      <p>{t('frozen.objectText')}</p>
      <TextInput
        label={t('frozen.email')}
        type="email"
        name="username"
        autoComplete="username"
        maxLength={254}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordField
        label={t('frozen.password')}
        name="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <Textarea
        label={t('frozen.why')}
        name="text"
        rows={4}
        maxLength={2000}
        value={text}
        error={fault || undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth loading={object.isPending}>
        {t('frozen.send')}
      </Button>
    </DialogForm>
  );
}
