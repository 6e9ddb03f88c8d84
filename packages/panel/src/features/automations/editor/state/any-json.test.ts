import {
  defaultBusinessHours,
  differencesBetween,
  draftIn,
  exampleSource,
  isSend,
  readableFlow,
  simulate,
  textMembersOf,
  toFlat,
  walkFlow,
  channelOf,
  type ActionStep,
  type Flow,
  type Rule,
} from '@retoma/flow';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { arbitraryDraw, operationFor } from '../../../../../../flow/src/testing/arbitrary-operation.ts';
import { arbitraryBrokenFlow } from '../../../../../../flow/src/testing/broken-definition.ts';
import { longPropertyRuns } from '../../../../../../flow/src/testing/long-property.ts';
import { stepCard, triggerCard } from '../../../../diagram/cards/card-data.ts';
import { everywhere } from '../../../../diagram/layout/area.ts';
import { nodeMaker } from '../../../../diagram/cards/diagram-nodes.ts';
import { layoutOf } from '../../../../diagram/layout/layout.ts';
import { listName, listLocation, listRules } from '../../../../diagram/cards/list-text.ts';
import { outlineOf, slotBelow, nestedSteps } from '../../../../diagram/layout/flow-tree.ts';
import { rowsOf } from '../../../../diagram/layout/rows.ts';
import { piecesOf } from '../../../../diagram/cards/step-body.ts';
import { goesOnOf, waitedOf } from '../../../../diagram/metrics/wait-times.ts';
import type { Content } from '../../../../preview/content.ts';
import { exampleMessage } from '../../../../preview/example-message.ts';
import { whatsappPieces } from '../../../../preview/whatsapp-text.ts';
import { contentAsText } from '../../../../preview/content-as-text.ts';
import type { Locale } from '../../../../ui/locale.tsx';
import { clipboardText, stepsInText } from '../canvas/clipboard.ts';
import { kindOf, operatorsFor, ruleAbout, withOperator } from '../step-forms/condition/rule-fields.ts';
import { tagsIn } from '../step-forms/text/tags-in.ts';
import { readButtons, writeButtons } from '../step-forms/whatsapp/button-rows.ts';
import { offeredShapes, reshaped, shapeOf } from '../step-forms/whatsapp/shapes.ts';
import { differenceHighlights, withRemoved } from '../copilot/preview.ts';
import { readText } from '../json/read-text.ts';
import { listRows } from '../list/list-rows.ts';
import { listProblems } from '../problems/problems.ts';
import { flowOf, serializeFlow } from '../save/automation.ts';
import { startFromExample } from '../test-run/test-start.ts';
import { reactionsIn, scenarioOf, usualTestScenario } from '../test-run/test-scenario.ts';
import { traceOf } from '../test-run/run-trace.ts';
import { checkFlow } from './check-flow.ts';
import { toRenderable } from './editable-flow.ts';
import { createEditorStore } from './editor-store.ts';
import { problemsByStep } from './problems.ts';

const none: ReadonlySet<string> = new Set();
const runs = longPropertyRuns(10_000);

/** The diagram and the list of a flow, with all their texts. */
function look(flow: Flow, locale: Locale): void {
  const outline = outlineOf(toRenderable(flow));
  const layout = layoutOf(outline, none, 'pt-BR');
  const rows = rowsOf(outline, none);
  const waited = waitedOf(outline);
  const { quietHours } = toRenderable(flow).settings ?? {};
  const clock = { now: 0, timeZone: 'America/Sao_Paulo', businessHours: defaultBusinessHours, quietHours };
  const goesOn = goesOnOf(outline, clock, locale);
  triggerCard(flow, locale);
  const nodes = nodeMaker()({
    area: everywhere,
    flow,
    layout,
    rows,
    waited,
    goesOn,
    locale,
    highlights: {},
    metrics: undefined,
    multiSelection: none,
    selected: undefined,
    current: 'trigger-0',
    isMovable: true,
  });
  expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
  for (const row of listRows(outline, none)) {
    slotBelow(outline, row.id);
    if (row.kind === 'list') for (const listText of [listName, listRules, listLocation]) listText(row.list, locale);
    if (row.kind === 'step') piecesOf(stepCard(row.step, waited, goesOn, locale).body, locale);
  }
}

/** The data of the panels of all steps. */
function openAll(flow: Flow, locale: Locale): void {
  for (const { step } of walkFlow(flow)) {
    if (step.type === 'action') openMessage(step, flow, locale);
    if (step.type === 'loop' && step.condition) openRule(step.condition);
    if (step.type !== 'condition') continue;
    if (step.branches) step.branches.flatMap(({ conditions }) => conditions).forEach(openRule);
    else (step.conditions ?? [step]).forEach(openRule);
  }
  reactionsIn(flow);
}

function openMessage(step: ActionStep, flow: Flow, locale: Locale): void {
  if (!isSend(step)) return;
  const channel = channelOf[step.name];
  for (const { text, kind } of textMembersOf(step)) {
    tagsIn(text, { trigger: flow.trigger_event, channel, kind, locale });
    whatsappPieces(text);
  }
  exampleMessage(step, exampleSource());
  if (step.name !== 'send_whatsapp') return;
  const data = step.data as Content;
  writeButtons(data, readButtons(data));
  shapeOf(data);
  for (const shape of offeredShapes) reshaped(data, shape);
  contentAsText(data);
}

function openRule(rule: Rule): void {
  kindOf(rule.field);
  for (const operator of operatorsFor(rule.field, rule.operator)) withOperator(rule, operator);
  ruleAbout('amount', rule);
}

/** Validates the flow for the list of problems and the cards; simulates a valid one. */
function check(definition: Flow, flow: Flow, locale: Locale): void {
  const { issues, fixes } = checkFlow({ definition, locale });
  problemsByStep(flow, issues);
  const listed = listProblems({ flow, issues, fixes }, locale);
  expect(listed.length).toBeGreaterThanOrEqual(issues.structure.length);
  const errors = issues.structure.filter(({ severity }) => severity === 'error');
  // Members that are not read as written have an issue.
  if (readableFlow(definition) !== definition) expect(issues.structure).not.toEqual([]);
  if (errors.length > 0) return;
  const scenario = scenarioOf(
    flow,
    startFromExample(flow),
    usualTestScenario(flow, startFromExample(flow)),
    'America/Sao_Paulo',
  );
  traceOf(flow, scenario, simulate(flow, scenario), locale);
}

describe('[EDT9] the editor with any JSON', () => {
  // The panel's address, with which links of examples begin.
  beforeAll(() => void vi.stubGlobal('window', { location: { origin: 'https://loja.example' } }));
  afterAll(() => void vi.unstubAllGlobals());

  test(`${runs} broken flows are opened, drawn, listed, opened step by step, validated, edited and undone without an exception`, () => {
    let opened = 0;
    let broken = 0;
    const open = fc.property(
      arbitraryBrokenFlow,
      fc.array(arbitraryDraw, { maxLength: 2 }),
      fc.constantFrom<Locale[]>('pt-BR', 'en'),
      (value, draws, locale) => {
        const text = JSON.stringify(value) ?? 'null';
        const draft = draftIn(text);
        if (!draft) return;
        opened++;
        const store = createEditorStore(draft);
        const first = serializeFlow(store.get().history.flow);
        const before = store.get().flow;
        if (before !== store.get().history.flow) broken++;
        look(before, locale);
        openAll(before, locale);
        // A valid flow is the slowest to validate; other tests cover it.
        const isRare = before === store.get().history.flow ? opened % 40 === 0 : opened % 3 === 0;
        if (isRare) check(store.get().history.flow, before, locale);
        if (isRare || before !== store.get().history.flow) readText(text, locale);
        clipboardText(
          toRenderable(before),
          outlineOf(toRenderable(before))
            .trunk.steps.slice(0, 2)
            .map(({ id }) => id),
        );
        stepsInText(text);
        toFlat(before);
        let made = 0;
        for (const draw of draws) {
          const drawn = toRenderable(store.get().flow);
          if ([...walkFlow(drawn)].every(({ step }) => step.id !== undefined)) store.apply([operationFor(drawn, draw)]);
          const { flow } = store.get();
          if (store.get().revision === made) continue;
          made = store.get().revision;
          look(flow, locale);
          differenceHighlights(differencesBetween(before, flow, locale), {
            added: '+',
            changed: '~',
            removed: '-',
            moved: '↕',
          });
          look(withRemoved(before, flow), locale);
          nestedSteps(outlineOf(toRenderable(flow)).trunk.steps[0]!)?.next();
        }
        const last = serializeFlow(store.get().history.flow);
        while (store.get().history.undo.length > 0) store.undo();
        expect(serializeFlow(store.get().history.flow)).toBe(first);
        while (store.get().history.redo.length > 0) store.redo();
        expect(serializeFlow(store.get().history.flow)).toBe(last);
        expect(serializeFlow(flowOf(last))).toBe(last);
      },
    );
    fc.assert(open, { seed: 20_260_105, numRuns: runs });
    expect(opened).toBeGreaterThan(runs / 2);
    expect(broken).toBeGreaterThan(runs / 5);
  }, 600_000);
});
