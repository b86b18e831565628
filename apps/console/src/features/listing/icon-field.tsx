import { Input } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api.ts';
import styles from './listing-form.module.css';

const MEGABYTES = 1;
const ACCEPTED = 'image/png,image/jpeg,image/webp';

interface IconFieldProps {
  /** The URL of the current icon; empty if there is none. */
  readonly current: string;
  readonly icon: File | undefined;
  readonly onIcon: (icon: File | undefined) => void;
}

/** The coin's icon as lists show it, and a button that replaces it. */
export function IconField({ current, icon, onIcon }: IconFieldProps) {
  const { t } = useTranslation('listing');
  const [fault, setFault] = useState('');
  const picker = useRef<HTMLInputElement>(null);
  const src = useUrl(icon) ?? current;
  const choose = (file: File | undefined) => {
    if (picker.current) picker.current.value = '';
    if (file === undefined) return;
    if (file.size > MEGABYTES * 1_000_000) return setFault(t('icon.tooLarge', { megabytes: MEGABYTES }));
    setFault('');
    onIcon(file);
  };
  return (
    <Input.Wrapper
      className={styles.wide}
      labelElement="div"
      label={t('icon.label')}
      description={t('icon.text', { megabytes: MEGABYTES })}
      error={fault || undefined}
      errorProps={{ role: 'alert' }}
    >
      <p className={styles.icon}>
        {src === '' ? null : <img src={src} alt={t('icon.alt')} width={32} height={32} />}
        <button type="button" className="link" onClick={() => picker.current?.click()}>
          {t(src === '' ? 'icon.choose' : 'icon.replace')}
        </button>
        {icon ? (
          <button type="button" className="link" onClick={() => onIcon(undefined)}>
            {t('icon.keep')}
          </button>
        ) : null}
      </p>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('icon.label')}
        accept={ACCEPTED}
        onChange={(event) => choose(event.currentTarget.files?.[0])}
      />
    </Input.Wrapper>
  );
}

function useUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (file === undefined) return setUrl(undefined);
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}

/** Uploads the icon; returns the field by which a request refers to it, or none if the icon stays. */
export async function uploadIcon(icon: File | undefined): Promise<{ icon?: string }> {
  if (icon === undefined) return {};
  const body = new Uint8Array(await icon.arrayBuffer());
  return { icon: (await call('POST /api/v3/console/uploads/coin-icon', { body })).upload_id };
}
