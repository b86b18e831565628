import { Button, Textarea, TextInput } from '@mantine/core';
import { PasswordField } from '@vitrine/ui';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Answer, call, errorText } from '../../lib/api.ts';
import { dateTimeText } from '../../lib/when.ts';
import styles from './frozen-dialog.module.css';

type Sent = Answer<'POST /api/v3/frozen-objection'>;

const LEAST_LETTERS = 10;

/** Who is frozen has no session: e-mail and password show whose objection it is. */
export function FrozenObjection({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [text, setText] = useState('');
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState<Sent>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (username.trim() === '' || password === '') return setError(t('frozen.incomplete'));
    if (text.trim().length < LEAST_LETTERS) return setError(t('frozen.whyShort'));
    setBusy(true);
    setError('');
    try {
      setSent(await call('POST /api/v3/frozen-objection', { body: { username: username.trim(), password, text } }));
    } catch (thrown) {
      setError(errorText(thrown));
    }
    setBusy(false);
  };
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
    <form onSubmit={(event) => void submit(event)} noValidate>
      <p className={styles.text}>{t('frozen.objectText')}</p>
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
        mt="sm"
        maxLength={2000}
        value={text}
        error={error || undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" fullWidth mt="md" loading={busy}>
        {t('frozen.send')}
      </Button>
    </form>
  );
}
