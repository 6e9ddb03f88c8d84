import { Button, Group, Text, Title, UnstyledButton } from '@mantine/core';
import { triggers, type Trigger } from '@retoma/flow';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { describeTrigger } from '../../../diagram/cards/step-text.ts';
import { Icon } from '../../../ui/icons.tsx';
import { useLocale } from '../../../ui/locale.tsx';
import { triggerIcons } from '../../../ui/trigger-icons.ts';
import { ButtonLink } from '../../../ui/links.tsx';
import { useTexts } from '../../../ui/texts.ts';
import { callCopilot } from '../copilot/call-copilot.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useApply, useEditor } from '../state/use-editor.ts';
import { useAutomationParams, type Automation } from '../save/automation.ts';
import styles from './start.module.css';
import { texts } from './texts.ts';

/** Shown above an automation that was never published and has no steps: its trigger, and other ways to start. */
export function StartHere({ automation }: { automation: Automation }): ReactNode {
  const t = useTexts(texts);
  const title = useId();
  const { storeId } = useAutomationParams();
  const { flow, locked } = useFlowDocument();
  const overlay = useEditor((state) => state.overlay);
  if (locked || overlay || flow.steps.length > 0 || automation.publishedVersion !== null) return null;
  return (
    <section className={styles.start} aria-labelledby={title}>
      <Title order={2} id={title}>
        {t.title}
      </Title>
      <TriggerCards labelledBy={title} />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t.next}
        </Text>
        <ButtonLink variant="default" to="/$storeId/automations/templates" params={{ storeId }}>
          {t.template}
        </ButtonLink>
        <ButtonLink variant="default" to="/$storeId/automations/import" params={{ storeId }}>
          {t.importJson}
        </ButtonLink>
        <Button variant="default" leftSection={<Icon name="spark" size={16} />} onClick={callCopilot}>
          {t.describe}
        </Button>
      </Group>
    </section>
  );
}

/** A radio group of the triggers; the arrow keys move the selection. */
function TriggerCards({ labelledBy }: { labelledBy: string }): ReactNode {
  const { locale } = useLocale();
  const { flow } = useFlowDocument();
  const apply = useApply();
  const choose = (triggerEvent: Trigger): void => {
    if (triggerEvent === flow.trigger_event) return;
    const before = describeTrigger(flow.trigger_event, locale).name;
    // An automation without its own name takes the name of its new trigger.
    const isUnnamed = flow.name === before;
    apply([
      { op: 'update_trigger', triggerEvent },
      ...(isUnnamed
        ? [
            {
              op: 'update_step',
              nodeId: 'trigger-0',
              changes: { name: describeTrigger(triggerEvent, locale).name },
            } as const,
          ]
        : []),
    ]);
  };
  const step = (event: KeyboardEvent<HTMLElement>): void => {
    const by = steps[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const cards = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=radio]')];
    const at = cards.findIndex((card) => card === document.activeElement);
    const next = (at + by + cards.length) % cards.length;
    cards[next]?.focus();
    choose(triggers[next]!);
  };
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} tabIndex={-1} className={styles.triggers} onKeyDown={step}>
      {triggers.map((trigger) => {
        const { name, line } = describeTrigger(trigger, locale);
        const isPicked = trigger === flow.trigger_event;
        return (
          <UnstyledButton
            key={trigger}
            role="radio"
            aria-checked={isPicked}
            tabIndex={isPicked ? 0 : -1}
            className={styles.card ?? ''}
            onClick={() => choose(trigger)}
          >
            <Icon name={triggerIcons[trigger]} size={20} />
            <span>
              <Text fw={500}>{name}</Text>
              <Text size="sm" c="dimmed" className={styles.line ?? ''}>
                {line}
              </Text>
            </span>
          </UnstyledButton>
        );
      })}
    </div>
  );
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };
