import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { Marks } from '../../../diagram/marks.ts';
import { useFormats } from '../../../ui/formats.ts';
import { Icon } from '../../../ui/icons.tsx';
import { Surface } from '../../../ui/surface.tsx';
import { useTexts } from '../../../ui/texts.ts';
import type { Results } from './funnel.tsx';
import { texts } from './texts.ts';

const Diagram = lazy(() => import('../../../diagram/diagram.tsx').then(({ Diagram }) => ({ default: Diagram })));

/** The automation drawn, on each message how many came to it and the share of them that paid; shown when somebody asks. */
export function StepDiagram({ results }: { results: Results }): ReactNode {
  const t = useTexts(texts);
  const { number, percent } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const marks = useMemo((): Marks => {
    const told = results.steps.flatMap(({ id, entered, sent, paid }) => {
      const share = sent > 0 ? percent(paid / sent) : undefined;
      return id === null
        ? []
        : [[id, { tone: 'passed', badge: number(entered), note: t.sentAndPaid(number(sent), share) }]];
    }) as [string, Marks[string]][];
    return { 'trigger-0': { tone: 'passed', badge: number(results.entered) }, ...Object.fromEntries(told) };
  }, [results, number, percent, t]);
  if (!results.flow) return null;
  return (
    <>
      <Group>
        <Button
          variant="default"
          leftSection={<Icon name="flow" size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t.hideDiagram : t.showDiagram}
        </Button>
      </Group>
      {isOpen && (
        <Surface p={0} h="60vh" style={{ overflow: 'hidden' }}>
          <Suspense>
            <Diagram flow={results.flow} marks={marks} />
          </Suspense>
        </Surface>
      )}
    </>
  );
}
