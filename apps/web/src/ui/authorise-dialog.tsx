import { Button, Checkbox } from '@mantine/core';
import { Dialog, PasswordField, toast } from '@vitrine/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Authorisation, type SendResult, unlockedUntil } from '../lib/authorised.ts';
import { useClient } from '../lib/session.ts';
import { timeText } from '../lib/when.ts';
import styles from './authorise-dialog.module.css';
import { DialogForm } from './dialog-form.tsx';
import { SetTransactionPasswordDialog } from './set-transaction-password-dialog.tsx';

type AuthoriseDialogProps<Answer> = {
  readonly title: string;
  /** On the button: the act with its amount. */
  readonly act: string;
  /** Of an order: the button says by its colour too which one it is. */
  readonly side?: 'BUY' | 'SELL';
  readonly size?: number;
  /** What is confirmed. */
  readonly children: ReactNode;
  /** What sending again does, beside a failure that may be tried again. */
  readonly again: string;
  /** Nothing can be sent just now, such as while a quote is fetched. */
  readonly isWaiting?: boolean;
  /** Asks for the password even where the session seems to need none. */
  readonly asksAlways?: boolean;
  /** Sends at once, without a question, where the session is unlocked and nothing has to be waited for. */
  readonly sendsAtOnce?: boolean;
  readonly send: (authorisation: Authorisation) => Promise<SendResult<Answer>>;
  readonly onDone: (answer: Answer) => void;
  /** For the caller to say, beside what it is about. */
  readonly onRefused: (refusal: { readonly text: string; readonly code: string }) => void;
  readonly onClose: () => void;
};

/**
 * Says what will be sent, asks for the transaction password unless the session is unlocked, and sends it. Stays open while
 * the password is wrong; who has none yet sets one first.
 */
export function AuthoriseDialog<Answer>(props: AuthoriseDialogProps<Answer>) {
  const client = useClient();
  const [needsNew, setNeedsNew] = useState(client !== undefined && !client.has_transaction_password);
  return needsNew ? (
    <SetTransactionPasswordDialog opened onClose={props.onClose} onDone={() => setNeedsNew(false)} />
  ) : (
    <Authorise {...props} onNeedsNewPassword={() => setNeedsNew(true)} />
  );
}

type AuthoriseProps<Answer> = AuthoriseDialogProps<Answer> & { readonly onNeedsNewPassword: () => void };

function Authorise<Answer>(props: AuthoriseProps<Answer>) {
  const {
    title,
    act,
    side,
    size = 440,
    children,
    again,
    isWaiting = false,
    asksAlways = false,
    sendsAtOnce = false,
  } = props;
  const { t } = useTranslation();
  const client = useClient();
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [asks, setAsks] = useState(asksAlways);
  const [sending, setSending] = useState(false);
  const [passwordError, setPasswordError] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const until = asks || client === undefined ? undefined : unlockedUntil(client);

  // Shown only once something has to be asked or said.
  const [isQuiet, setIsQuiet] = useState(sendsAtOnce && until !== undefined && !isWaiting);

  const take = (result: SendResult<Answer>) => {
    switch (result.kind) {
      case 'done':
        return props.onDone(result.answer);
      case 'needs_new_password':
        return props.onNeedsNewPassword();
      case 'needs_password':
        setAsks(true);
        return setPasswordError(t('authorise.required'));
      case 'wrong_password':
        toast.error(t('authorise.wrong'));
        return setPasswordError(t('authorise.wrong'));
      case 'try_again':
        return setFailure(result.text);
      case 'refused':
        return props.onRefused(result);
    }
  };

  const submit = async () => {
    if (sending || isWaiting) return;
    if (until === undefined && password === '') return setPasswordError(t('authorise.required'));
    setSending(true);
    setFailure(undefined);
    const result = await props.send(until === undefined ? { transaction_password: password, remember } : {});
    setSending(false);
    if (result.kind !== 'done') setIsQuiet(false);
    take(result);
  };
  const sentAtOnce = useRef(false);
  useEffect(() => {
    if (!isQuiet || sentAtOnce.current) return;
    sentAtOnce.current = true;
    void submit();
  });

  return (
    <Dialog opened={!isQuiet} onClose={props.onClose} title={title} size={size} persistent={sending}>
      <DialogForm onSubmit={() => void submit()}>
        {children}
        {until === undefined ? (
          <>
            <PasswordField
              label={t('authorise.password')}
              value={password}
              onChange={(next) => {
                setPassword(next);
                setPasswordError(undefined);
              }}
              autoComplete="off"
              name="transaction-password"
              error={passwordError}
              autoFocus
            />
            <Checkbox
              label={t('authorise.remember')}
              checked={remember}
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
          </>
        ) : (
          <p className={styles.unlocked}>{t('authorise.unlocked', { time: timeText(until) })}</p>
        )}
        {failure ? (
          <p className={styles.failure} role="alert">
            {failure} {again}
          </p>
        ) : null}
        <Button
          type="submit"
          size="lg"
          fullWidth
          data-side={side === undefined ? undefined : side === 'BUY' ? 'buy' : 'sell'}
          loading={sending}
          disabled={isWaiting}
        >
          {act}
        </Button>
      </DialogForm>
    </Dialog>
  );
}

type Line = { readonly label: string; readonly value: ReactNode; readonly faint?: boolean };

/** One line each of what is confirmed: what, and how much. */
export function ConfirmLines({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <dl className={styles.lines}>
      {lines.map(({ label, value, faint }) => (
        <div key={label} data-faint={faint || undefined}>
          <dt>{label}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
