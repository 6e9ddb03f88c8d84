import { Alert, Box, Button, Group, List, Stack, Text, UnstyledButton } from '@mantine/core';
import { positionsOfPaths } from '@retoma/flow';
import { useEffect, useState, type ReactNode } from 'react';
import { CodeEditor } from '../../../../code/code-editor.tsx';
import type { CodeIssue } from '../../../../code/editor-props.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditor, useEditorStore } from '../state/use-editor.ts';
import { texts } from './texts.ts';
import { useJsonText } from './use-json-text.ts';

/** The document as JSON text: the same draft, with its issues marked at their lines. It fills its parent element. */
export function JsonView(): ReactNode {
  const t = useTexts(texts);
  const { locked } = useFlowDocument();
  const { text, write, format, read } = useJsonText();
  const [jumpTo, setJumpTo] = useState<{ line: number; column: number }>();
  const store = useEditorStore();
  const request = useEditor((state) => state.jsonFocusRequest);
  useEffect(() => {
    if (!request) return;
    const [position] = positionsOfPaths(text, [request.path]);
    setJumpTo(position);
    store.goToJson();
    // oxlint-disable-next-line react/exhaustive-deps -- uses the text at the time of the request
  }, [request]);
  const isReader = locked === 'reader';
  return (
    <Stack h="100%" p="md" gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {isReader ? t.reader : t.same}
        </Text>
        {!isReader && (
          <Button size="xs" variant="default" onClick={format} disabled={!format}>
            {t.format}
          </Button>
        )}
      </Group>
      {!read.flow && (
        <Alert color="ambar" icon={<Icon name="info" />} role="status">
          {t.notYet}
        </Alert>
      )}
      <Box flex={1} mih={240}>
        <CodeEditor
          language="json"
          label={t.label}
          value={text}
          onChange={write}
          readOnly={isReader}
          issues={read.issues}
          jumpTo={jumpTo}
        />
      </Box>
      <Issues issues={read.issues} onGo={setJumpTo} />
    </Stack>
  );
}

/** The issues by line; a click moves the caret to the line. */
function Issues({
  issues,
  onGo,
}: {
  issues: readonly CodeIssue[];
  onGo: (position: { line: number; column: number }) => void;
}): ReactNode {
  const t = useTexts(texts);
  return (
    <Box mah="24vh" style={{ overflow: 'auto' }}>
      <Text size="sm" fw={500} role="status">
        {issues.length === 0 ? t.none : t.problems(issues.length)}
      </Text>
      <List listStyleType="none" size="sm">
        {issues.map(({ line, column, message, severity }) => (
          <List.Item key={`${line} ${column} ${message}`}>
            <UnstyledButton py={4} onClick={() => onGo({ line, column })}>
              <Group gap="xs" wrap="nowrap" align="flex-start">
                <Text span c={severity === 'error' ? 'var(--mantine-color-error)' : 'ambar.8'} lh={0} mt={2}>
                  <Icon name={severity === 'error' ? 'warning' : 'info'} size={16} />
                </Text>
                <Text span size="sm" c="dimmed" style={{ flexShrink: 0 }}>
                  {t.position(line, column)}
                </Text>
                <Text span size="sm">
                  {message}
                </Text>
              </Group>
            </UnstyledButton>
          </List.Item>
        ))}
      </List>
    </Box>
  );
}
