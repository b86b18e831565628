import { Button, Checkbox } from '@mantine/core';
import { Dialog, Failure, PasswordField } from '@vitrine/ui';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from '../lib/session.ts';
import { timeText } from '../lib/when.ts';
import styles from './authorise-dialog.module.css';
import { DialogForm } from './dialog-form.tsx';
import { SetTransactionPasswordDialog } from './set-transaction-password-dialog.tsx';
import { type Authorised, type AuthoriseForm, useAuthorise } from './use-authorise.ts';

type AuthoriseDialogProps<Result> = Omit<Authorised<Result>, 'onNeedsNewPassword'> & {
  readonly title: string;
  /** The button's text: the action with its amount. */
  readonly act: string;
  /** The side of an order, which also colors the button. */
  readonly side?: 'BUY' | 'SELL';
  readonly size?: number;
  /** What is confirmed. */
  readonly children: ReactNode;
  /** Says what a retry does; shown with a retryable failure. */
  readonly again: string;
  readonly onClose: () => void;
};

/**
 * Shows what will be sent, asks for the transaction password unless the session is unlocked, and sends it. Stays open
 * while the password is wrong; clients without a transaction password set one first.
 */
export function AuthoriseDialog<Result>(props: AuthoriseDialogProps<Result>) {
  const client = useClient();
  const [needsNew, setNeedsNew] = useState(client !== undefined && !client.has_transaction_password);
  return needsNew ? (
    <SetTransactionPasswordDialog opened onClose={props.onClose} onDone={() => setNeedsNew(false)} />
  ) : (
    <Authorise {...props} onNeedsNewPassword={() => setNeedsNew(true)} />
  );
}

type AuthoriseProps<Result> = AuthoriseDialogProps<Result> & Authorised<Result>;

function Authorise<Result>(props: AuthoriseProps<Result>) {
  const { title, act, side, size = 440, children, again, isWaiting = false } = props;
  const { t } = useTranslation();
  const form = useAuthorise(props);
  const { until, failure, sending } = form;
  return (
    <Dialog opened={!form.isQuiet} onClose={props.onClose} title={title} size={size} persistent={sending}>
      <DialogForm onSubmit={() => void form.submit()}>
        {children}
        {until === undefined ? (
          <PasswordPart form={form} />
        ) : (
          <p className={styles.unlocked}>{t('authorise.unlocked', { time: timeText(until) })}</p>
        )}
        {failure ? (
          <Failure>
            {failure} {again}
          </Failure>
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

function PasswordPart({ form }: { readonly form: AuthoriseForm }) {
  const { t } = useTranslation();
  return (
    <>
      <PasswordField
        label={t('authorise.password')}
        value={form.password}
        onChange={form.setPassword}
        autoComplete="off"
        name="transaction-password"
        error={form.passwordError}
        autoFocus
      />
      <Checkbox
        label={t('authorise.remember')}
        checked={form.remember}
        onChange={(event) => form.setRemember(event.currentTarget.checked)}
      />
    </>
  );
}

type Line = { readonly label: string; readonly value: ReactNode; readonly faint?: boolean };

/** The details to confirm, one label and value per line. */
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
