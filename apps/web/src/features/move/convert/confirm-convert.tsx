import { Failure, formatPrice, settledAmount, toast } from '@vitrine/ui';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallResponse, call, newIdempotencyKey } from '../../../lib/api.ts';
import { type Authorisation, type SendResult, sendAuthorised } from '../../../lib/authorised.ts';
import { plain, trimZeros } from '../../../lib/decimal.ts';
import { currentPreferences } from '../../../lib/preferences.ts';
import { queryClient, WALLET_KEY } from '../../../lib/query-client.ts';
import { dateText } from '../../../lib/when.ts';
import { AuthoriseDialog, ConfirmLines } from '../../../ui/authorise-dialog.tsx';
import { QuoteClock } from './quote-section.tsx';
import type { ConvertModel } from './use-convert.ts';
import type { Quote } from './use-quote.ts';
import { priceSentence } from './words.ts';

type ConfirmConvertProps = {
  readonly convert: ConvertModel;
  readonly onClose: () => void;
  readonly onConverted: () => void;
};

/** Shows the conversion, asks for the transaction password and sends it. */
export function ConfirmConvert(props: ConfirmConvertProps) {
  return props.convert.form.kind === 'market' ? <ConfirmMarket {...props} /> : <ConfirmLimit {...props} />;
}

type Intention = { readonly quote: Quote; readonly key: string };

const unanswered = (result: SendResult<unknown>): boolean =>
  result.kind === 'try_again' && (result.code === 'no_response' || result.code === 'outcome_unknown');

/** The quote is renewed while the dialog is open; the quote shown is the one that is sent. */
function ConfirmMarket({ convert, onClose, onConverted }: ConfirmConvertProps) {
  const { t } = useTranslation('convert');
  const { form, quote, isCurrent } = convert;
  // While the outcome of an accepted quote is unknown, a retry sends the same quote.
  const [open, setOpen] = useState<Intention>();
  const shown = open?.quote ?? (isCurrent ? quote : undefined);

  const send = async (authorisation: Authorisation) => {
    if (shown === undefined) throw new Error('the conversion has no current quote');
    const intention = open ?? { quote: shown, key: newIdempotencyKey() };
    const result = await sendAuthorised(
      (given, idempotencyKey) =>
        call('POST /api/v3/convert/order', { body: { quote_id: intention.quote.quote_id, ...given }, idempotencyKey }),
      authorisation,
      intention.key,
    );
    setOpen(unanswered(result) ? intention : undefined);
    if (result.kind === 'try_again' && !unanswered(result)) convert.renew();
    if (result.kind === 'done') await refresh();
    return result;
  };

  return (
    <AuthoriseDialog
      sendsAtOnce={!currentPreferences().confirm_conversions}
      title={t('confirm.title')}
      act={t('act', { amount: formatPrice(settledAmount(form.amount)), from: form.from, to: form.to })}
      again={open ? t('confirm.again') : ''}
      isWaiting={shown === undefined}
      send={send}
      onDone={({ result: done }) => {
        if (done === undefined)
          toast.ok(t('doneBare', { amount: formatPrice(settledAmount(form.amount)), from: form.from, to: form.to }));
        else toast.ok(t('done', { ...done, ...shownAmounts(done) }), t('doneDetail', convertedWords(done)));
        convert.sent();
        onConverted();
      }}
      onRefused={({ text }) => {
        convert.setRefusal(text);
        onClose();
      }}
      onClose={onClose}
    >
      <QuoteClock quote={shown} />
      <ConfirmLines lines={marketLines(t, shown)} />
      {convert.quoteState.status === 'error' ? <Failure>{convert.quoteState.text}</Failure> : null}
    </AuthoriseDialog>
  );
}

type T = ReturnType<typeof useTranslation<'convert'>>['t'];

/** The lines are rendered before there is a quote, so that the layout does not shift. */
const marketLines = (t: T, quote: Quote | undefined) => [
  { label: t('confirm.give'), value: amountText(quote?.spent, quote?.from) },
  { label: t('confirm.get'), value: amountText(quote?.receives, quote?.to) },
  { label: t('quote.least'), value: amountText(quote?.least, quote?.to) },
  { label: t('quote.rate'), value: quote ? priceSentence(quote, quote) : '–' },
  { label: t('confirm.fee'), value: amountText(quote?.fee, quote?.fee_coin) },
];

const amountText = (amount: string | undefined, coin: string | undefined): string =>
  amount === undefined ? '–' : `${formatPrice(trimZeros(amount))} ${coin}`;

type Done = NonNullable<CallResponse<'POST /api/v3/convert/order'>['result']>;

const shownAmounts = ({ amount, receives }: Pick<Done, 'amount' | 'receives'>) => ({
  amount: formatPrice(trimZeros(amount)),
  receives: formatPrice(trimZeros(receives)),
});

const convertedWords = (done: Done) => ({
  price: priceSentence(done, { spent: done.amount, receives: done.receives }),
  fee: formatPrice(trimZeros(done.fee)),
  coin: done.fee_coin,
});

const refresh = () => queryClient.invalidateQueries({ queryKey: WALLET_KEY });

function ConfirmLimit({ convert, onClose }: ConfirmConvertProps) {
  const { t } = useTranslation('convert');
  // One key per confirmation, so that a retry after a lost response does not hold the amount twice.
  const key = useRef(newIdempotencyKey());
  const { form, summary } = convert;
  const amount = settledAmount(form.amount);
  const receives = summary.receives ? plain(summary.receives) : '';
  const words = { amount: formatPrice(amount), from: form.from, receives: formatPrice(receives), to: form.to };

  const send = (authorisation: Authorisation) =>
    sendAuthorised(
      (given, idempotencyKey) => {
        const body = { from: form.from, to: form.to, amount, receives, ...given };
        return call('POST /api/v3/convert/limit-order', { body, idempotencyKey });
      },
      authorisation,
      key.current,
    ).then(async (result) => {
      if (result.kind === 'done') await refresh();
      return result;
    });

  return (
    <AuthoriseDialog
      sendsAtOnce={!currentPreferences().confirm_conversions}
      title={t('confirm.titleLimit')}
      act={t('actLimit', words)}
      again={t('confirm.againLimit')}
      send={send}
      onDone={({ result: done }) => {
        if (done === undefined) toast.ok(t('doneLimitBare'));
        else
          toast.ok(
            t('doneLimitBare'),
            t('doneLimit', { ...done, ...shownAmounts(done), day: dateText(done.expires_at) }),
          );
        convert.sent();
        onClose();
      }}
      onRefused={({ text }) => {
        convert.setRefusal(text);
        onClose();
      }}
      onClose={onClose}
    >
      <ConfirmLines
        lines={[
          { label: t('confirm.give'), value: `${words.amount} ${words.from}` },
          { label: t('quote.leastLimit'), value: `${words.receives} ${words.to}` },
          {
            label: t('confirm.when'),
            value: `1 ${summary.priced} = ${formatPrice(settledAmount(form.price))} ${summary.pricedIn}`,
          },
          { label: t('confirm.ends'), value: t('confirm.endsIn') },
        ]}
      />
      <p>{t('confirm.limitText', words)}</p>
    </AuthoriseDialog>
  );
}
