import { ActionIcon, Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFormats } from '../../../../ui/format/formats.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import type { Copilot } from './ask-stream.ts';
import styles from './copilot.module.css';
import { texts } from './texts.ts';
import type { CopilotState } from './use-copilot.ts';

/** The input field of the copilot. Enter sends, Shift+Enter starts a new line. */
export function AskField({
  asking,
  ask,
  stop,
  copilot,
}: Omit<CopilotState, 'query'> & { copilot: Copilot }): ReactNode {
  const t = useTexts(texts);
  const [text, setText] = useState('');
  const canAsk = copilot.model !== null;
  const send = (): void => {
    if (asking || text.trim() === '' || !canAsk) return;
    ask({ text: text.trim() });
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <Stack gap="xs" p="md" className={styles.foot ?? ''}>
      <Group gap="xs">
        {(['explain', 'review'] as const).map((kind) => (
          <Button
            key={kind}
            size="compact-sm"
            variant="default"
            disabled={asking !== undefined}
            onClick={() => ask({ kind, text: t[`${kind}Request`] })}
          >
            {t[kind]}
          </Button>
        ))}
      </Group>
      <Textarea
        aria-label={t.askLabel}
        placeholder={t.ask}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={2000}
        disabled={!canAsk}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        rightSection={
          asking ? (
            <ActionIcon color="roxo" aria-label={t.stop} title={t.stop} onClick={stop}>
              <Icon name="cross" size={16} />
            </ActionIcon>
          ) : (
            <ActionIcon variant="subtle" color="roxo" aria-label={t.send} disabled={!canAsk} onClick={send}>
              <Icon name="send" size={16} />
            </ActionIcon>
          )
        }
      />
      <Usage copilot={copilot} />
    </Stack>
  );
}

function Usage({ copilot: { model, usage } }: { copilot: Copilot }): ReactNode {
  const t = useTexts(texts);
  const { number } = useFormats();
  if (model === null) return null;
  const { tokensToday, dailyTokens, costMicros30Days } = usage;
  const dollars = (micros: number): string => `US$ ${(micros / 1_000_000).toFixed(2)}`;
  const used = t.usage(number(tokensToday), dailyTokens > 0 ? number(dailyTokens) : undefined);
  return (
    <Text size="xs" c="dimmed">
      {[model, used, costMicros30Days !== null && t.cost(dollars(costMicros30Days))].filter(Boolean).join(' · ')}
    </Text>
  );
}
