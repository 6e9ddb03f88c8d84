import { Alert, Button, Group, Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { Icon } from '../../../../../ui/icons.tsx';
import { useTexts } from '../../../../../ui/texts.ts';
import { useFlowDocument } from '../../state/flow-document.ts';
import { starter } from './blocks.ts';
import { EmailPreviewPane } from './email-preview.tsx';
import { ListView } from './list/list-view.tsx';
import { markBlocks } from './source/mark-blocks.ts';
import { emailTexts } from './texts.ts';
import { useButtonColours } from './use-button-colours.ts';
import { useEmailDraft } from './use-email-draft.ts';
import { useEmailEditing, type ChangeEmail } from './use-email-editing.ts';
import { visualTexts } from './visual/texts.ts';
import { VisualView } from './visual/visual-view.tsx';

type BlockViewProps = {
  view: 'visual' | 'list';
  text: string;
  change: ChangeEmail | undefined;
  /** Opens the code, at a line if one is given, from 1. */
  openCode: (line?: number) => void;
};

/** An e-mail as blocks, in the preview or in a list. Errors of the code, and an e-mail that has no blocks, lead to the code. */
export function BlockView({ view, text, change, openCode }: BlockViewProps): ReactNode {
  const t = useTexts(visualTexts);
  const editing = useEmailEditing(text, change);
  const marked = useMemo(() => markBlocks(text, editing.blocks), [text, editing.blocks]);
  const draft = useEmailDraft(marked);
  const { issue, error } = draft;
  if (text.trim() === '') return <EmptyEmail change={change} />;
  const toCode = (message: string, line?: number): ReactNode => (
    <Alert color="ambar" variant="light" icon={<Icon name="warning" />} p="xs" m="xs" role="alert">
      <Group gap="xs">
        <Text size="sm">{message}</Text>
        <Button size="compact-xs" variant="default" onClick={() => openCode(line)}>
          {t.toCode}
        </Button>
      </Group>
    </Alert>
  );
  const View = view === 'visual' ? VisualView : ListView;
  return (
    <>
      {issue && toCode(issue.place ? t.broken(issue.place.line) : t.brokenSomewhere, issue.place?.line)}
      {!issue && !editing.isVisual && toCode(t.notVisual)}
      {error && <Text c="var(--mantine-color-error)">{error.message}</Text>}
      {editing.isVisual ? (
        <View editing={editing} draft={draft} openCode={openCode} />
      ) : (
        <div className="email-pane email-canvas">
          <EmailPreviewPane draft={draft} />
        </div>
      )}
    </>
  );
}

function EmptyEmail({ change }: { change: ChangeEmail | undefined }): ReactNode {
  const t = useTexts(emailTexts);
  const { trigger_event: trigger } = useFlowDocument().flow;
  const colours = useButtonColours();
  return (
    <div className="email-pane">
      {change && (
        <>
          <Button variant="light" style={{ alignSelf: 'flex-start' }} onClick={() => change(starter(trigger, colours))}>
            {t.start}
          </Button>
          <Text size="xs" c="dimmed">
            {t.startHint}
          </Text>
        </>
      )}
    </div>
  );
}
