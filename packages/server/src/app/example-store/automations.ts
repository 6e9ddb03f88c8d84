import { compileFlow, dataReadBy, type Flow, type Plan, type RunSettings, type Trigger } from '@retoma/flow';
import { flowTemplates, withSender } from '@retoma/flow/templates';

/** A published automation of an example store: version 1 of a template. */
export type ExampleAutomation = {
  readonly automationId: string;
  readonly flow: Flow;
  readonly plan: Plan;
  /** The categories of a run's data that it reads. */
  readonly reads: ReadonlySet<string>;
  readonly trigger: Trigger;
  /** Events after this instant start nothing: it is paused since then. Infinity: it is active. */
  readonly activeUntil: number;
};

const day = 24 * 60 * 60_000;

/** The store as the sender of its e-mails, below a domain that cannot exist (RFC 2606). */
export const exampleSender = { name: 'Loja de exemplo', address: 'oi@loja.example' };

/** The templates that are published. The longest listens for answers for a week, ten days after a purchase: it ends before the history. */
const published = [
  { template: 'pix-two-reminders', pausedDays: null },
  { template: 'cart-three-touches', pausedDays: null },
  { template: 'card-refused', pausedDays: null },
  { template: 'boleto-due-date', pausedDays: null },
  { template: 'tracking-code', pausedDays: null },
  { template: 'after-sale', pausedDays: 19 },
] as const;

/** What is saved and was never published. */
const draft = flowTemplates.find(({ name }) => name === 'boleto-or-pix')!;

/** The draft of an example store that waits to be published. */
export const exampleDraft = withSender(draft.flow, exampleSender);

/** The automations of an example store at an instant, in milliseconds. */
export function exampleAutomations(
  { newIdAt, now, since }: { newIdAt: (at: number) => string; now: number; since: number },
  settings: RunSettings,
): ExampleAutomation[] {
  return published.map(({ template: name, pausedDays }) => {
    const template = flowTemplates.find((one) => one.name === name)!;
    const flow = withSender(template.flow, exampleSender);
    return {
      automationId: newIdAt(since),
      flow,
      plan: compileFlow(flow, settings),
      reads: dataReadBy(flow),
      trigger: flow.trigger_event,
      activeUntil: pausedDays === null ? Infinity : now - pausedDays * day,
    };
  });
}
