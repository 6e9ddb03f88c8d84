import { Tabs } from '@mantine/core';
import type { Flow, Scenario } from '@retoma/flow';
import { useState, type ReactNode } from 'react';
import { useTexts } from '../../../ui/texts.ts';
import { PathList } from './path-list.tsx';
import { SituationForm } from './situation-form.tsx';
import { scenarioOf, usualSituation, type Situation } from './situation.ts';
import { texts } from './texts.ts';

type ScenarioChoiceProps = { flow: Flow; day: string; timeZone: string; onChoose: (scenario: Scenario) => void };

/** What is tried: a situation in words, or one of the ways that the flow can go. */
export function ScenarioChoice({ flow, day, timeZone, onChoose }: ScenarioChoiceProps): ReactNode {
  const t = useTexts(texts);
  const [situation, setSituation] = useState(() => usualSituation(flow));
  const change = (changed: Situation): void => {
    setSituation(changed);
    onChoose(scenarioOf(flow, changed, day, timeZone));
  };
  return (
    <Tabs defaultValue="situation" keepMounted={false}>
      <Tabs.List grow mb="md">
        <Tabs.Tab value="situation">{t.situation}</Tabs.Tab>
        <Tabs.Tab value="paths">{t.paths}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="situation">
        <SituationForm flow={flow} situation={situation} onChange={change} />
      </Tabs.Panel>
      <Tabs.Panel value="paths">
        <PathList flow={flow} onChoose={onChoose} />
      </Tabs.Panel>
    </Tabs>
  );
}
