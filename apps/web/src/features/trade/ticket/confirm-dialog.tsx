import { useTranslation } from 'react-i18next';
import { AuthoriseDialog, ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { type DeskQuestion, sendOrder, toastDone } from './order-desk.ts';

/** Shows what will be sent, asks for the transaction password if the session needs one, and sends it. */
export function ConfirmDialog({ question }: { readonly question: DeskQuestion }) {
  const { t } = useTranslation('trade');
  const { words, request, key, answer } = question;
  return (
    <AuthoriseDialog
      title={words.title}
      act={words.act}
      {...(words.side === undefined ? {} : { side: words.side })}
      again={t('confirm.sameOrder')}
      asksAlways={question.asksPassword}
      send={(authorisation) => sendOrder(request, authorisation, key)}
      onDone={(done) => {
        toastDone(words, done);
        answer({ kind: 'done' });
      }}
      onRefused={({ text }) => answer({ kind: 'refused', text })}
      onClose={() => answer({ kind: 'dismissed' })}
    >
      <ConfirmLines lines={words.lines} />
    </AuthoriseDialog>
  );
}
