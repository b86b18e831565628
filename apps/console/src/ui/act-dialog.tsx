import { Button, Textarea } from '@mantine/core';
import { Dialog, Failure, toast } from '@vitrine/ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../lib/api.ts';
import styles from './act-dialog.module.css';

interface ActDialogProps<Answered> {
  readonly title: string;
  readonly onClose: () => void;
  /** A description of the action, and fields that it needs besides the reason. */
  readonly children?: ReactNode;
  /** The button's label: the action. */
  readonly action: string;
  readonly decision?: 'approve' | 'refuse';
  /**
   * Whether the dialog asks for a reason, and whether one must be given: `optional` for a self-explanatory decision.
   */
  readonly reasonIs?: 'needed' | 'optional' | 'absent';
  /** The reason why the action is not possible yet; undefined if it is possible. */
  readonly fault?: string | undefined;
  /** For a long form: the button names the missing field and moves the focus to it. */
  readonly isGuided?: boolean;
  /** The name of the missing or invalid field, for a guided form. */
  readonly faultField?: string | undefined;
  /** The width on desktops. */
  readonly size?: number;
  readonly act: (reason: string) => Promise<Answered>;
  /** The message shown when the action has succeeded. */
  readonly done: string | ((answered: Answered) => string);
}

/** Asks for a reason (see `reasonIs`) and performs an action; an error is shown beside the button. */
export function ActDialog<Answered>(props: ActDialogProps<Answered>) {
  const { title, onClose, children, action, decision, reasonIs = 'needed', isGuided = false, act, done } = props;
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  const words = reason.trim();
  const lacking = props.fault ?? (reasonIs === 'needed' && words.length < 3 ? t('reasonMissing') : undefined);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (lacking !== undefined) {
      const isFound =
        isGuided && focusField(event.currentTarget, props.fault === undefined ? 'reason' : props.faultField);
      return isFound ? undefined : setError(lacking);
    }
    setBusy(true);
    setError('');
    try {
      const answered = await act(words);
      toast.ok(typeof done === 'string' ? done : done(answered));
      onClose();
    } catch (thrown) {
      setError(errorText(thrown));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog opened onClose={onClose} title={title} {...(props.size === undefined ? {} : { size: props.size })}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {children}
        {reasonIs === 'absent' ? null : (
          <Textarea
            label={t('reason')}
            description={t('reasonText')}
            name="reason"
            rows={3}
            maxLength={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Failure boxed>{error}</Failure>
        <div className={styles.actions}>
          <Button variant="outline" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={busy} data-decision={decision}>
            {isGuided ? (lacking ?? action) : action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Moves the focus to the field with this name. Returns whether the form has such a field. */
function focusField(form: HTMLFormElement, name: string | undefined): boolean {
  const field = name === undefined ? null : form.elements.namedItem(name);
  if (!(field instanceof HTMLElement)) return false;
  field.focus();
  return true;
}
