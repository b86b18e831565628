import { paths } from '../lib/paths.ts';
import { openChat } from './chat.tsx';
import styles from './faq.module.css';
import { figures, rates } from './live.ts';
import page from './page.module.css';
import { useIsSandbox } from './sandbox.ts';
import { useStore } from './store.ts';
import { fill, type Texts } from './texts.ts';

/** Questions and answers. The answers about fees and identity depend on the exchange's settings. */
export function Faq({ texts: { faq } }: { readonly texts: Texts }) {
  const isSandbox = useIsSandbox();
  const first = useStore(rates);
  const requirement = useStore(figures)?.kyc_requirement;
  const { money, fees, identity, deposit, held, sandbox } = faq.items;
  const identityAnswers = {
    trade: identity.answerTrade,
    withdraw: identity.answerWithdraw,
    nothing: identity.answerNothing,
  };
  const answers: readonly (readonly [string, string])[] = [
    [money.question, money.answer],
    [fees.question, first ? fill(fees.answerRates, first) : fees.answer],
    [identity.question, requirement ? identityAnswers[requirement] : identity.answer],
    [deposit.question, deposit.answer],
    [held.question, held.answer],
    ...(isSandbox ? [[sandbox.question, sandbox.answer] as const] : []),
  ];
  return (
    <section className={`${page.wrap} ${page.section} ${styles.columns}`}>
      <div>
        <h2 className={page.title}>{faq.title}</h2>
        <p className={styles.lead}>
          {faq.lead}{' '}
          <a className="link" href={paths.contact} onClick={openChat}>
            {faq.ask}
          </a>{' '}
          {faq.noAccount}
        </p>
      </div>
      <div>
        {answers.map(([question, answer], index) => (
          <details key={question} className={styles.item} open={index === 0}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
