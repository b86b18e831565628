import { toast } from '@vitrine/ui';
import { lazy, Suspense, useMemo, useState } from 'react';
import { createOrderDesk, type DeskQuestion } from '../../../features/ticket/order-desk.ts';
import { i18n } from '../../../lib/i18n.ts';

const importConfirm = () => import('../../../features/ticket/confirm-dialog.tsx');
const importSetPassword = () => import('../../../features/transaction-password/set-transaction-password-dialog.tsx');

const ConfirmDialog = lazy(() => importConfirm().then((m) => ({ default: m.ConfirmDialog })));
const SetTransactionPasswordDialog = lazy(() =>
  importSetPassword().then((m) => ({ default: m.SetTransactionPasswordDialog })),
);

/** Both dialogs are here before a question is asked: one that could not be shown would never be answered. */
const dialogsAreHere = async (): Promise<boolean> => {
  try {
    await Promise.all([importConfirm(), importSetPassword()]);
    return true;
  } catch {
    toast.error(i18n.t(navigator.onLine ? 'common:failure.partOutdated' : 'common:failure.partOffline'));
    return false;
  }
};

/** The order desk of the page together with the dialog that asks its questions. */
export const useOrderDesk = () => {
  const [question, setQuestion] = useState<DeskQuestion>();
  const desk = useMemo(() => {
    const ask = async (asked: DeskQuestion): Promise<void> => {
      if (!(await dialogsAreHere())) return asked.answer({ kind: 'dismissed' });
      setQuestion({
        ...asked,
        answer: (outcome) => {
          setQuestion(undefined);
          asked.answer(outcome);
        },
      });
    };
    return createOrderDesk((asked) => void ask(asked));
  }, []);
  const turnTo = (kind: DeskQuestion['kind']) => setQuestion((asked) => asked && { ...asked, kind });
  const dialog =
    question?.kind === 'set_password' ? (
      <SetTransactionPasswordDialog
        opened
        onClose={() => question.answer({ kind: 'dismissed' })}
        onDone={() => turnTo('confirm')}
      />
    ) : question ? (
      <ConfirmDialog key={question.key} question={question} onNeedsNewPassword={() => turnTo('set_password')} />
    ) : null;
  return { desk, dialog: <Suspense>{dialog}</Suspense> };
};
