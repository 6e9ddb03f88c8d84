import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeEditor } from '../../../code/code-editor.tsx';
import type { CodeIssue } from '../../../code/editor-props.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { texts } from './texts.ts';

type SourcePaneProps = {
  text: string;
  onText: (text: string) => void;
  onFile: (file: File) => void;
  /** Why the last file was rejected. */
  refused: string | undefined;
  issues: readonly CodeIssue[];
  jumpTo: { line: number; column: number } | undefined;
};

/** The input for a definition: a file, or pasted text. */
export function SourcePane({ text, onText, onFile, refused, issues, jumpTo }: SourcePaneProps): ReactNode {
  const t = useTexts(texts);
  return (
    <Surface>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Group gap="xs" c="dimmed" flex={1} wrap="nowrap" miw={220}>
            <Icon name="upload" />
            <Text size="sm">{t.drop}</Text>
          </Group>
          <FileButton accept=".json,application/json,text/plain" onChange={(file) => file && onFile(file)}>
            {(props) => (
              <Button variant="default" size="sm" {...props}>
                {t.chooseFile}
              </Button>
            )}
          </FileButton>
        </Group>
        {refused !== undefined && (
          <Alert color="vermelho" role="alert" icon={<Icon name="warning" />}>
            {refused}
          </Alert>
        )}
        <CodeEditor
          value={text}
          onChange={onText}
          language="json"
          label={t.text}
          issues={issues}
          jumpTo={jumpTo}
          height="420px"
        />
      </Stack>
    </Surface>
  );
}
