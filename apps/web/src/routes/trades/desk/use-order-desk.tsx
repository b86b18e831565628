import { lazyPart } from '@vitrine/ui';
import { Suspense, useMemo, useState } from 'react';
import { createOrderDesk, type DeskQuestion } from '../../../features/trade/ticket/order-desk.ts';
import { sayPartLost } from '../../../lib/load-failure.ts';

const ConfirmDialog = lazyPart(() =>
  import('../../../features/trade/ticket/confirm-dialog.tsx').then((m) => m.ConfirmDialog),
);
/** The dialog is loaded before a question is asked: a question that cannot be shown would never be answered. */
const dialogIsHere = async (): Promise<boolean> => {
  try {
    await ConfirmDialog.preload();
    return true;
  } catch (error) {
    sayPartLost(error);
    return false;
  }
};

/** The order desk of the page, with the dialog that asks its questions. */
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
