import { Button, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, errorText } from '../../../lib/api.ts';
import styles from './contact-form.module.css';

/** The contact form for visitors without a session: a message to support, answered by email. */
export function ContactForm() {
  const { t } = useTranslation('info');
  const [email, setEmail] = useState('');
  const [text, setText] = useState('');
  // The reference stays the same until the message is sent, so that a retry does not create a second message.
  const [reference] = useState(() => crypto.randomUUID());
  const send = useMutation({
    mutationFn: () => call('POST /api/v3/support/requests', { body: { email: email.trim(), text, reference } }),
  });
  if (send.isSuccess)
    return (
      <p className={styles.sent} role="status">
        {t('contact.form.sent', { email: email.trim() })}
      </p>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <h2>{t('contact.form.title')}</h2>
      <TextInput
        label={t('contact.form.email')}
        description={t('contact.form.emailText')}
        type="email"
        name="email"
        autoComplete="email"
        required
        maxLength={254}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Textarea
        label={t('contact.form.text')}
        name="message"
        required
        rows={5}
        maxLength={2_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={send.isError ? errorText(send.error) : undefined}
      />
      <Button type="submit" loading={send.isPending} disabled={email.trim() === '' || text.trim() === ''}>
        {t('contact.form.send')}
      </Button>
    </form>
  );
}
