import { useQueryClient } from '@tanstack/react-query';
import { Panel, toast } from '@vitrine/ui';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DocumentStep, type IdDocument } from './document-step.tsx';
import styles from './kyc-flow.module.css';
import { PhotoStep } from './photo-step.tsx';
import { firstStep, type IdType, isDocumentFixed, nextPhoto, type PhotoKind, type Proof, withSent } from './proof.ts';
import { type Step, Steps } from './steps.tsx';
import { PROOF } from './use-proof.ts';

/** The four steps of the verification. After each photo comes the next photo that is missing or was refused. */
export function KycFlow({ proof, onSubmitted }: { readonly proof: Proof; readonly onSubmitted: () => void }) {
  const { t } = useTranslation('kyc');
  const queries = useQueryClient();
  const [step, setStep] = useState<Step>(() => firstStep(proof));
  const [document, setDocument] = useState<IdDocument>({ type: proof.idType as IdType | '', number: proof.idNumber });
  const heading = useFocusOnStep(step);

  // Continues as soon as the server has accepted a photo, without waiting for a refetch.
  const goOn = (kind: PhotoKind) => {
    const sent = withSent(proof, kind, document);
    queries.setQueryData<Proof>(PROOF, sent);
    void queries.invalidateQueries({ queryKey: PROOF });
    const next = nextPhoto(sent);
    if (next !== undefined) return setStep(next);
    toast.ok(t('submitted'));
    onSubmitted();
  };

  const next = nextPhoto(proof) ?? 'selfie';
  return (
    <Panel>
      <Steps current={step} proof={proof} />
      <div className={styles.body}>
        <h2 ref={heading} tabIndex={-1}>
          {t(`titles.${step}`)}
        </h2>
        <p className={styles.lead}>{t(`leads.${step}`)}</p>
        {step === 'document' || document.type === '' ? (
          <DocumentStep document={document} onDocument={setDocument} onNext={() => setStep(next)} />
        ) : (
          <PhotoStep
            key={step}
            kind={step}
            document={{ type: document.type, number: document.number }}
            before={proof.photos[step]}
            onChangeDocument={isDocumentFixed(proof, step) ? undefined : () => setStep('document')}
            onSent={() => goOn(step)}
          />
        )}
      </div>
    </Panel>
  );
}

/** A new step moves the focus to its heading, for keyboards and screen readers. */
function useFocusOnStep(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}
