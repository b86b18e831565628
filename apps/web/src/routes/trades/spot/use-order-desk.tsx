import { toast } from '@vitrine/ui';
import { lazy, Suspense, useMemo, useState } from 'react';
import { createOrderDesk, type DeskQuestion } from '../../../features/ticket/order-desk.ts';
import { i18n } from '../../../lib/i18n.ts';

const importConfirm = () => import('../../../features/ticket/confirm-dialog.tsx');

const ConfirmDialog = lazy(() => importConfirm().then((m) => ({ default: m.ConfirmDialog })));
/** The dialog is here before a question is asked: one that could not be shown would never be answered. */
const dialogIsHere = async (): Promise<boolean> => {
  try {
    await importConfirm();
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
      if (!(await dialogIsHere())) return asked.answer({ kind: 'dismissed' });
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
  const dialog = question ? <ConfirmDialog key={question.key} question={question} /> : null;
  return { desk, dialog: <Suspense>{dialog}</Suspense> };
};
