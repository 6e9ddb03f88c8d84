import { ActionIcon, Input, UnstyledButton } from '@mantine/core';
import type { Extension } from '@codemirror/state';
import { useId, useState, type ReactNode } from 'react';
import type { EditorView } from '@codemirror/view';
import type { TextKind } from '@retoma/flow';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { stepFormTexts } from '../texts.ts';
import { TagProblems } from './tag-problems.tsx';
import './text.css';
import { useTagContext } from './tag-context.tsx';
import { useMetatagPicker } from './use-metatag-picker.tsx';
import { useTextView } from './use-text-view.ts';

/** The properties of a text field with metatags. */
type MetatagTextProps = {
  label: string;
  value: string;
  onChange: (value: string) => void;
  kind: TextKind;
  /** Whether the field accepts several lines. */
  lines?: boolean;
  /** The buttons that format the text, if it accepts several lines. */
  FormatBar?: (props: { view: EditorView }) => ReactNode;
  description?: ReactNode;
  placeholder?: string;
  error?: string | undefined;
  readOnly?: boolean;
  /** Shown below the text, inside the frame. */
  foot?: ReactNode;
  /** Extensions of the editor, read once. */
  extensions?: Extension;
};

/** A text editor with chips for metatags, and the picker that inserts them. */
export function MetatagText(props: MetatagTextProps): ReactNode {
  const { label, value, onChange, kind, lines = false, description, error, readOnly = false, foot, FormatBar } = props;
  const t = useTexts(stepFormTexts);
  const id = useId();
  const context = useTagContext(kind);
  const picker = useMetatagPicker(context);
  const [view, setView] = useState<EditorView>();
  const host = useTextView({
    ...props,
    lines,
    readOnly,
    attributes: { 'aria-labelledby': `${id}-label`, 'aria-describedby': `${id}-notes` },
    isInvalid: error !== undefined,
    extensions: [picker.extension, props.extensions ?? []],
    onReady(opened) {
      setView(opened);
      picker.onReady(opened);
    },
  });
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label`, mb: 4, onClick: () => view?.focus() }}
      description={description}
      descriptionProps={{ mb: 4 }}
    >
      <div className="tag-text" data-lines={lines || undefined} data-invalid={error !== undefined || undefined}>
        {lines && !readOnly && (
          <div className="tag-text-bar">
            {view && FormatBar && <FormatBar view={view} />}
            <UnstyledButton className="tag-text-insert" onClick={picker.open}>
              <Icon name="braces" size={15} />
              {t.insertData}
            </UnstyledButton>
          </div>
        )}
        <div className="tag-text-line">
          <div ref={host} className="tag-text-host" />
          {!lines && !readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              m={1}
              aria-label={`${t.insertData}: ${label}`}
              title={t.insertData}
              onClick={picker.open}
            >
              <Icon name="braces" size={16} />
            </ActionIcon>
          )}
        </div>
        {foot}
      </div>
      {picker.list}
      <div id={`${id}-notes`}>
        {error && <Input.Error mt={4}>{error}</Input.Error>}
        <TagProblems text={value} context={context} onChange={readOnly ? undefined : onChange} />
      </div>
    </Input.Wrapper>
  );
}
