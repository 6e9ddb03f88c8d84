import { Button, Code, CopyButton, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';
import { useTexts } from '../texts.ts';
import { texts } from './texts.ts';

/** Copies a text and announces it. `what`: its name, for screen readers. */
export function CopyTextButton({ text, what }: { text: string; what: string }): ReactNode {
  const t = useTexts(texts);
  return (
    <CopyButton value={text} timeout={3_000}>
      {({ copied, copy }) => (
        <Button
          size="xs"
          variant="default"
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
          aria-label={copied ? t.copied : t.copyWhat(what)}
          onClick={copy}
          miw={100}
        >
          {copied ? t.copied : t.copy}
        </Button>
      )}
    </CopyButton>
  );
}

/** A text with a copy button. */
export const CopyText = ({ text, what }: { text: string; what: string }): ReactNode => (
  <Group gap="xs" wrap="nowrap" justify="space-between" align="flex-start">
    <Code style={{ overflowWrap: 'anywhere', minWidth: 0 }}>{text}</Code>
    <CopyTextButton text={text} what={what} />
  </Group>
);
