import { Badge, Button, Group } from '@mantine/core';
import type { EditorView } from '@codemirror/view';
import { isMjml } from '@retoma/flow';
import { useMemo, useState, type ReactNode } from 'react';
import { CodeEditor } from '../../../../../code/code-editor.tsx';
import type { CodeEditorProps } from '../../../../../code/editor-props.ts';
import { Icon } from '../../../../../ui/icons.tsx';
import { useLocale } from '../../../../../ui/locale.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useFlowDocument } from '../../state/flow-document.ts';
import { useTagContext } from '../text/tag-context.tsx';
import { TagProblems } from '../text/tag-problems.tsx';
import { useMetatagPicker } from '../text/use-metatag-picker.tsx';
import { stepFormTexts } from '../texts.ts';
import { AddBlock } from './add-block.tsx';
import { blockText, blockPosition, starter, type BlockName } from './blocks.ts';
import { IssueLine } from './issue-line.tsx';
import { describeEmailIssue, withElement, type EmailIssue } from './issue-text.ts';
import { emailTexts } from './texts.ts';
import { useButtonColours } from './use-button-colours.ts';

type CodeProps = {
  text: string;
  onChange: ((text: string) => void) | undefined;
  issue: EmailIssue | undefined;
  /** The line to begin at, from 1. */
  line?: number | undefined;
};

/** The code editor of an e-mail, with metatag chips, blocks to insert, and its issue. */
export function EmailCode({ text, onChange, issue, line }: CodeProps): ReactNode {
  const t = useTexts(emailTexts);
  const { locale } = useLocale();
  const context = useTagContext('html');
  const picker = useMetatagPicker(context);
  const [view, setView] = useState<EditorView>();
  const [jumpTo, setJumpTo] = useState<CodeEditorProps['jumpTo']>(line === undefined ? undefined : { line, column: 1 });
  const issues = useMemo(
    () =>
      issue?.place
        ? [{ ...issue.place, message: describeEmailIssue(issue, t, locale), severity: 'error' as const }]
        : [],
    [issue, t, locale],
  );
  const { element, suggestion } = issue ?? {};
  return (
    <>
      {onChange && <CodeBar text={text} view={view} onChange={onChange} insertData={picker.open} />}
      {issue && (
        <IssueLine
          issue={issue}
          onGo={issue.place ? () => setJumpTo({ ...issue.place! }) : undefined}
          onSwap={
            onChange && element && suggestion ? () => onChange(withElement(text, element, suggestion)) : undefined
          }
        />
      )}
      <TagProblems text={text} context={context} onChange={onChange} />
      <div style={{ flex: 1, minHeight: 200 }}>
        <CodeEditor
          value={text}
          {...(onChange && { onChange })}
          language="mjml"
          label={t.code}
          readOnly={onChange === undefined}
          issues={issues}
          jumpTo={jumpTo}
          extensions={picker.extension}
          onReady={(opened) => {
            setView(opened);
            picker.onReady(opened);
          }}
        />
      </div>
      {picker.list}
    </>
  );
}

type BarProps = {
  text: string;
  view: EditorView | undefined;
  onChange: (text: string) => void;
  insertData: () => void;
};

function CodeBar({ text, view, onChange, insertData }: BarProps): ReactNode {
  const t = useTexts(emailTexts);
  const formTexts = useTexts(stepFormTexts);
  const { flow } = useFlowDocument();
  const colours = useButtonColours();
  const put = (name: BlockName): void => {
    const at = blockPosition(text, view?.state.selection.main.head ?? text.length);
    // A step without an e-mail gets a complete MJML document; in a text that is not MJML, the block is appended.
    const { trigger_event: trigger } = flow;
    if (at === undefined)
      onChange(text.trim() === '' ? starter(trigger, colours) : text + blockText(name, trigger, colours));
    else
      view?.dispatch({
        changes: { from: at, insert: blockText(name, trigger, colours) },
        selection: { anchor: at },
        userEvent: 'input.block',
        scrollIntoView: true,
      });
  };
  const mjml = isMjml(text);
  return (
    <Group gap="xs">
      <AddBlock onAdd={put} isEnabled={mjml || text.trim() === ''} />
      <Button variant="default" size="sm" leftSection={<Icon name="braces" size={16} />} onClick={insertData}>
        {formTexts.insertData}
      </Button>
      {text.trim() !== '' && <Badge variant="light">{mjml ? t.mjml : t.html}</Badge>}
    </Group>
  );
}
