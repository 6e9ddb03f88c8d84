import { ActionIcon, Alert, Box, Button, Group, ScrollArea, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useApiMutation } from '../../../../api/query.ts';
import { Icon } from '../../../../ui/icons.tsx';
import { Loaded } from '../../../../ui/feedback/loaded.tsx';
import { useLocale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useAutomationParams } from '../save/automation.ts';
import { AskField } from './ask-field.tsx';
import type { Copilot } from './ask-stream.ts';
import { Conversation } from './conversation.tsx';
import styles from './copilot.module.css';
import { barElementId } from './preview-bar.tsx';
import { starters } from './starters.ts';
import { texts } from './texts.ts';
import { useCopilot, type Request } from './use-copilot.ts';

/** The copilot beside the diagram, with the conversation about this automation. It only proposes changes. */
export function CopilotPanel({ close }: { close: () => void }): ReactNode {
  const t = useTexts(texts);
  const { query, ...state } = useCopilot();
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    panel.current?.focus();
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys typed in the copilot must not reach the tree.
    const isInside = event.currentTarget.contains(event.target as Node);
    if (event.key === 'Escape' && !event.defaultPrevented && isInside) close();
    if (!(event.ctrlKey || event.metaKey)) event.stopPropagation();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles Esc from its fields
    <aside ref={panel} tabIndex={-1} className={styles.panel} aria-label={t.title} onKeyDown={onKeyDown}>
      <div id={barElementId} />
      <Head close={close} hasMessages={(query.data?.messages.length ?? 0) > 0} />
      <ScrollArea flex={1} mih={0} type="auto">
        <Box p="md">
          <Loaded query={query} rows={3}>
            {(copilot) => (
              <Stack gap="md">
                {copilot.model === null && <NoModel />}
                {copilot.messages.length === 0 && !state.asking && <Starters copilot={copilot} ask={state.ask} />}
                <Conversation messages={copilot.messages} asking={state.asking} ask={state.ask} />
                <Text size="xs" c="dimmed">
                  {t.promise}
                </Text>
              </Stack>
            )}
          </Loaded>
        </Box>
      </ScrollArea>
      {query.data && <AskField {...state} copilot={query.data} />}
    </aside>
  );
}

function Head({ close, hasMessages }: { close: () => void; hasMessages: boolean }): ReactNode {
  const t = useTexts(texts);
  const params = useAutomationParams();
  const clear = useApiMutation('POST /panel/api/stores/:storeId/automations/:automationId/copilot/clear', {
    done: t.cleared,
  });
  return (
    <Group px="md" py="sm" gap="sm" wrap="nowrap" className={styles.head ?? ''}>
      <span className={styles.tile}>
        <Icon name="spark" />
      </span>
      <Box flex={1} miw={0}>
        <Title order={2}>{t.title}</Title>
        <Text size="xs" c="dimmed">
          {t.hint}
        </Text>
      </Box>
      {hasMessages && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t.clear}
          title={t.clear}
          onClick={() => clear.mutate({ params, body: {} })}
        >
          <Icon name="trash" />
        </ActionIcon>
      )}
      <ActionIcon variant="subtle" color="gray" size={36} aria-label={t.close} onClick={close}>
        <Icon name="cross" />
      </ActionIcon>
    </Group>
  );
}

function NoModel(): ReactNode {
  const t = useTexts(texts);
  return (
    <Alert color="gray" icon={<Icon name="info" />} title={t.noModel}>
      {t.noModelWhy}
    </Alert>
  );
}

/** The suggested questions of the trigger; none if no model is configured. */
function Starters({ copilot, ask }: { copilot: Copilot; ask: (request: Request) => void }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { flow } = useFlowDocument();
  if (copilot.model === null) return null;
  return (
    <Stack gap="xs">
      <Text fw={600}>{t.startersTitle}</Text>
      {(starters[flow.trigger_event]?.[locale] ?? []).map((text) => (
        <Button
          key={text}
          variant="default"
          justify="flex-start"
          styles={{
            root: { height: 'auto', minHeight: 36, padding: 10 },
            label: { whiteSpace: 'normal', textAlign: 'left', overflow: 'visible', lineHeight: 1.4 },
          }}
          onClick={() => ask({ text })}
        >
          {text}
        </Button>
      ))}
    </Stack>
  );
}
