import { Button, ColorInput, NumberInput, Switch, TextInput } from '@mantine/core';
import { IconEye, IconEyeOff, IconSettings } from '@tabler/icons-react';
import { Dialog, EmptyState } from '@vitrine/ui';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isLightScheme } from './chart-styles.ts';
import styles from './studies.module.css';
import {
  changedStudy,
  colorsOf,
  type IndicatorName,
  indicatorNames,
  kindOf,
  MOST_PARAM,
  newStudy,
  type Study,
  toggledStudy,
} from './studies.ts';

type StudiesDialogProps = {
  readonly studies: readonly Study[];
  /** The indicator whose settings are open at first. */
  readonly opened: IndicatorName | 'all';
  readonly onChange: (studies: readonly Study[]) => void;
  readonly onClose: () => void;
};

/** All indicators by full name, each with an on/off switch and its settings. */
export function StudiesDialog({ studies, opened, onChange, onClose }: StudiesDialogProps) {
  const { t } = useTranslation(['studies', 'trade']);
  const [text, setText] = useState('');
  const [edited, setEdited] = useState(opened === 'all' ? undefined : opened);
  const wanted = text.trim().toLowerCase();
  const found = indicatorNames.filter(
    (name) => name.toLowerCase().includes(wanted) || t(`name.${name}`).toLowerCase().includes(wanted),
  );
  return (
    <Dialog opened onClose={onClose} title={t('trade:chart.indicators')} size={560}>
      <TextInput
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        data-autofocus
      />
      {found.length === 0 ? <EmptyState title={t('none')} role="status" /> : null}
      <ul className={styles.list}>
        {found.map((name) => (
          <StudyRow
            key={name}
            name={name}
            study={studies.find((each) => each.name === name)}
            isEdited={edited === name}
            onEdit={() => setEdited(edited === name ? undefined : name)}
            onToggle={() => onChange(toggledStudy(studies, name))}
            onChange={(study) => onChange(changedStudy(studies, study))}
          />
        ))}
      </ul>
    </Dialog>
  );
}

type StudyRowProps = {
  readonly name: IndicatorName;
  /** Undefined while the indicator is off. */
  readonly study: Study | undefined;
  readonly isEdited: boolean;
  readonly onEdit: () => void;
  readonly onToggle: () => void;
  readonly onChange: (study: Study) => void;
};

function StudyRow({ name, study, isEdited, onEdit, onToggle, onChange }: StudyRowProps) {
  const { t } = useTranslation('studies');
  const title = t(`name.${name}`);
  const { params, colors } = kindOf(name);
  const hasSettings = params.length > 0 || colors.length > 0;
  return (
    <li>
      <div className={styles.row}>
        <Switch checked={study !== undefined} onChange={onToggle} label={title} description={name} />
        {study ? (
          <button
            type="button"
            aria-label={t(study.hidden ? 'show' : 'hide', { name: title })}
            aria-pressed={study.hidden}
            onClick={() => onChange({ ...study, hidden: !study.hidden })}
          >
            {study.hidden ? <IconEyeOff size={18} /> : <IconEye size={18} />}
          </button>
        ) : null}
        {study && hasSettings ? (
          <button type="button" aria-label={t('settings', { name: title })} aria-expanded={isEdited} onClick={onEdit}>
            <IconSettings size={18} />
          </button>
        ) : null}
      </div>
      {study && isEdited ? <StudySettings study={study} onChange={onChange} /> : null}
    </li>
  );
}

/** The label of a parameter: 'Period', or 'Period 2' if the indicator has several periods. */
const paramLabel = (t: TFunction<'studies'>, name: IndicatorName, index: number): string => {
  const { words } = kindOf(name);
  const word = words[index];
  if (word === undefined) return '';
  const isOneOfMany = words.filter((each) => each === word).length > 1;
  const text = t(`param.${word}`);
  return isOneOfMany ? t('numbered', { text, number: index + 1 }) : text;
};

type StudySettingsProps = { readonly study: Study; readonly onChange: (study: Study) => void };

function StudySettings({ study, onChange }: StudySettingsProps) {
  const { t } = useTranslation('studies');
  const colors = colorsOf(study, isLightScheme());
  const change = (index: number, value: string | number) => {
    const param = Number(value);
    if (!Number.isInteger(param) || param < 1 || param > MOST_PARAM) return;
    onChange({ ...study, params: study.params.map((each, at) => (at === index ? param : each)) });
  };
  const paint = (index: number, color: string) => {
    if (/^#[0-9a-f]{6}$/.test(color))
      onChange({ ...study, colors: colors.map((each, at) => (at === index ? color : each)) });
  };
  return (
    <div className={styles.settings}>
      {study.params.map((param, index) => (
        <NumberInput
          // biome-ignore lint/suspicious/noArrayIndexKey: parameters are identified by position
          key={index}
          label={paramLabel(t, study.name, index)}
          min={1}
          max={MOST_PARAM}
          allowDecimal={false}
          allowNegative={false}
          value={param}
          onChange={(value) => change(index, value)}
        />
      ))}
      {colors.map((color, index) => (
        <ColorInput
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by position
          key={index}
          label={t('color', { number: index + 1 })}
          format="hex"
          value={color}
          onChangeEnd={(next) => paint(index, next)}
          onChange={(next) => paint(index, next)}
        />
      ))}
      <Button variant="default" size="sm" onClick={() => onChange({ ...newStudy(study.name), hidden: study.hidden })}>
        {t('reset')}
      </Button>
    </div>
  );
}
