import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { PasswordField } from '@vitrine/ui';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, type CallResponse, call, errorText } from '../../lib/api.ts';
import type { FrozenNotice } from '../../lib/session.ts';
import { dateTimeText } from '../../lib/when.ts';
import { DialogForm } from '../../ui/dialog-form.tsx';
import styles from './frozen-dialog.module.css';

const LEAST_LETTERS = 10;

interface FrozenObjectionProps {
  readonly notice: FrozenNotice;
  readonly onDone: () => void;
}

/**
 * Lets a frozen client appeal. Without a session, they are identified by the sign-in ticket, or by email and password.
 */
export function FrozenObjection({ notice, onDone }: FrozenObjectionProps) {
  const { t } = useTranslation();
  const [username, setUsername] = useState(notice.email ?? '');
  const [password, setPassword] = useState('');
  const [text, setText] = useState('');
  const [ticket, setTicket] = useState(notice.ticket);
  const [fault, setFault] = useState('');
  const object = useMutation({
    mutationFn: () => {
      const who = ticket === undefined ? { username: username.trim(), password } : { ticket };
      return call('POST /api/v3/frozen-objection', { body: { ...who, text } });
    },
    onError: (failure) => {
      // The ticket expires after an hour; after that, the password is needed again.
      if (failure instanceof ApiError && failure.code === 'sign_in_expired') setTicket(undefined);
      setFault(errorText(failure));
    },
  });
  const submit = () => {
    if (ticket === undefined && (username.trim() === '' || password === '')) return setFault(t('frozen.incomplete'));
    if (text.trim().length < LEAST_LETTERS) return setFault(t('frozen.whyShort'));
    setFault('');
    object.mutate();
  };
  if (object.data !== undefined) return <ObjectionSent sent={object.data} onDone={onDone} />;
  return (
    <DialogForm onSubmit={submit}>
      <p>{t('frozen.objectText')}</p>
      {ticket === undefined ? (
        <>
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
        </>
      ) : null}
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

interface ObjectionSentProps {
  readonly sent: CallResponse<'POST /api/v3/frozen-objection'>;
  readonly onDone: () => void;
}

/** Confirms that the appeal was sent, and says why and until when the account is frozen. */
function ObjectionSent({ sent, onDone }: ObjectionSentProps) {
  const { t } = useTranslation();
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
