import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Dialog, Failure, toast } from '@vitrine/ui';
import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_SAVED_LAYOUTS } from '../../../lib/preferences.ts';
import { saveFile } from '../../../lib/save-file.ts';
import styles from './customize-dialog.module.css';
import { type LayoutFileProblem, layoutFile, readLayoutFile } from './layout-file.ts';
import { type LayoutChoice, layoutOf, toggled } from './layouts.ts';
import { type DeskKind, panelsOn, type SizeClass } from './presets.ts';
import { useSavedLayouts } from './use-layout.ts';

type CustomizeProps = {
  readonly kind: DeskKind;
  readonly size: SizeClass;
  readonly layout: LayoutChoice;
  readonly onChange: (layout: LayoutChoice) => void;
  readonly onClose: () => void;
};

/** Chooses the panels of the desk, and saves layouts by name or as files. */
export function CustomizeDialog({ onClose, ...props }: CustomizeProps) {
  const { t } = useTranslation(['desk', 'trade']);
  return (
    <Dialog opened onClose={onClose} title={t('customize.title')} size={560}>
      <div className={styles.parts}>
        <Panels {...props} />
        <Saved {...props} />
        <Files {...props} />
      </div>
    </Dialog>
  );
}

type PartProps = Omit<CustomizeProps, 'onClose'>;

function Panels({ kind, size, layout, onChange }: PartProps) {
  const { t } = useTranslation(['desk', 'trade']);
  const boxes = layoutOf(kind, layout, size);
  return (
    <fieldset className={styles.panels}>
      <legend>{t('customize.panels')}</legend>
      {panelsOn(kind).map((id) => (
        <Checkbox
          key={id}
          size="sm"
          label={t(`trade:layout.panel.${id}`)}
          checked={boxes.some(({ i }) => i === id)}
          onChange={() => onChange({ ...layout, moved: { ...layout.moved, [size]: toggled(boxes, id) } })}
        />
      ))}
    </fieldset>
  );
}

function Saved({ kind, size, layout }: PartProps) {
  const { t } = useTranslation(['desk', 'trade']);
  const { saved, count, save, remove } = useSavedLayouts(kind);
  const [name, setName] = useState('');
  const wanted = name.trim();
  const isFull = count >= MOST_SAVED_LAYOUTS && saved.every((each) => each.name !== wanted);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (wanted === '' || isFull) return;
    // The panels as they are now, so that a later change to a preset does not change a saved layout.
    save(wanted, { ...layout, moved: { ...layout.moved, [size]: layoutOf(kind, layout, size) } });
    setName('');
    toast.ok(t('customize.saved', { name: wanted }));
  };
  return (
    <section className={styles.saved}>
      <h3>{t('customize.savedTitle')}</h3>
      {saved.length > 0 ? (
        <ul>
          {saved.map((each) => (
            <li key={each.name}>
              <span>{each.name}</span>
              <button
                type="button"
                aria-label={t('customize.remove', { name: each.name })}
                onClick={() => remove(each.name)}
              >
                <IconTrash size={16} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      <form onSubmit={onSubmit}>
        <TextInput
          aria-label={t('customize.name')}
          placeholder={t('customize.name')}
          maxLength={30}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={wanted === '' || isFull}>
          {t('customize.save')}
        </Button>
      </form>
      {isFull ? <p className="faint">{t('customize.full', { count: MOST_SAVED_LAYOUTS })}</p> : null}
    </section>
  );
}

function Files({ kind, size, layout, onChange }: PartProps) {
  const { t } = useTranslation(['desk', 'trade']);
  const input = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState<LayoutFileProblem>();
  const save = () => {
    const whole = { ...layout, moved: { ...layout.moved, [size]: layoutOf(kind, layout, size) } };
    saveFile(`vitrine-layout-${kind}.json`, new Blob([layoutFile(whole)], { type: 'application/json' }));
  };
  const load = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (!file) return;
    const read = readLayoutFile(await file.text());
    if ('layout' in read) onChange(read.layout);
    setWrong('layout' in read ? undefined : read);
    if ('layout' in read) toast.ok(t('customize.loaded'));
    // The field is emptied, so that the same file can be chosen again after it has been corrected.
    currentTarget.value = '';
  };
  return (
    <section className={styles.files}>
      <h3>{t('customize.fileTitle')}</h3>
      <div>
        <Button variant="default" onClick={save}>
          {t('customize.saveFile')}
        </Button>
        <Button variant="default" onClick={() => input.current?.click()}>
          {t('customize.loadFile')}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label={t('customize.file')}
        hidden
        onChange={load}
      />
      {wrong ? <Failure>{t(`customize.wrong.${wrong.problem}`, { ...wrong })}</Failure> : null}
    </section>
  );
}
