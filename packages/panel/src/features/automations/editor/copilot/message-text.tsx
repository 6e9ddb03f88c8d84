import { Anchor, Text } from '@mantine/core';
import { metatagLabel, walkFlow, type Flow } from '@retoma/flow';
import { useMemo, type ReactNode } from 'react';
import { describeStep, describeTrigger } from '../../../../diagram/cards/step-text.ts';
import { useLocale, type Locale } from '../../../../ui/locale.tsx';
import { useTexts } from '../../../../ui/texts.ts';
import { useFlowDocument } from '../state/flow-document.ts';
import { useEditorStore } from '../state/use-editor.ts';
import { texts } from './texts.ts';

/** A copilot text in which step names are links. */
export function MessageText({ text }: { text: string }): ReactNode {
  const t = useTexts(texts);
  const { locale } = useLocale();
  const { flow } = useFlowDocument();
  const { jumpTo } = useEditorStore();
  const names = useMemo(() => namesOf(flow, locale), [flow, locale]);
  return (
    <Text component="div" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text.split(/\[\[([^[\]]*)\]\]/).map((part, index) => {
        if (index % 2 === 0) return part;
        const name = names.get(part);
        if (name === undefined) return t.step;
        return (
          <Anchor
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text keep their order
            key={index}
            href={`#${part}`}
            underline="always"
            c="roxo"
            fz="inherit"
            onClick={(event) => (event.preventDefault(), jumpTo(part))}
          >
            {name}
          </Anchor>
        );
      })}
    </Text>
  );
}

/** Labels of steps, by step id. */
function namesOf(flow: Flow, locale: Locale): ReadonlyMap<string, string> {
  const names = new Map([['trigger-0', describeTrigger(flow.trigger_event, locale).name]]);
  for (const { step } of walkFlow(flow)) {
    const { name, body } = describeStep(step, locale);
    if (step.id !== undefined) names.set(step.id, body ? `${name}: “${shortened(plainLabels(body, locale))}”` : name);
  }
  return names;
}

/** Replaces metatags in a text by their labels. */
const plainLabels = (text: string, locale: Locale): string =>
  text.replace(/\{\{\s*([\w.]+)\s*\}\}/g, (_all, name: string) => metatagLabel(name, locale));

const shortened = (text: string): string => (text.length > 48 ? `${text.slice(0, 47)}…` : text);
