import type { SendStep } from '../steps/step.ts';
import { codeExpired } from '../interpret/code-expired.ts';
import { composeMessage } from '../interpret/compose-message.ts';
import { resolveIn, withValue, type RunData } from '../interpret/data.ts';
import type { Plan } from '../execution/plan.ts';
import type { RenderOptions } from '../metatags/render/render.ts';
import type { SimulatedMessage } from './answer.ts';
import { sendProblem } from '../channels/send-problem.ts';
import { currentYear } from '../metatags/render/format.ts';
import { eventsOf } from './events.ts';
import type { Reaction, SimulatedEnvironment } from './play.ts';
import { instantOf, type DeliveryScript, type Scenario } from './scenario.ts';

const minute = 60_000;

/** The environment of a scenario; `messages` receives the sent messages. */
export function scriptedEnvironment(
  plan: Plan,
  scenario: Scenario,
  options: RenderOptions,
): SimulatedEnvironment & { readonly messages: readonly SimulatedMessage[] } {
  const start = instantOf(scenario.start)!;
  const changes = [...(scenario.changes ?? [])].sort((one, other) => one.at - other.at);
  const messages: SimulatedMessage[] = [];
  let data: RunData = scenario.context ?? {};
  let resolve = resolveIn(data);
  let made = 0;
  // As long as a real short address, so that the same SMS are too long.
  const shorten = (): string => `${options.baseUrl}/l/0000000000`;
  return {
    messages,
    resolve: (field) => resolve(field),

    change(_from, until) {
      const change = changes[made];
      const at = change ? start + Math.round(change.at * minute) : Infinity;
      if (!change || at > until) return null;
      made++;
      const before = data;
      for (const [place, value] of Object.entries(change.set)) data = withValue(data, place.split('.'), value);
      resolve = resolveIn(data);
      return { at, events: eventsOf(before, data) };
    },

    send({ step: number, pass }, now) {
      const { step, path, id } = plan.steps[number]!;
      const current_year = currentYear(now, plan.timeZone);
      const composed = composeMessage(step as SendStep, { current_year, ...data }, { ...options, shorten });
      if (!composed.ok) return { sent: false, reason: composed.reason };
      const deliveryScripts = (scenario.messages ?? []).filter((deliveryScript) =>
        isOf(deliveryScript, id, path, pass),
      );
      const refusal = deliveryScripts.find(({ fail }) => fail !== undefined);
      if (refusal?.fail !== undefined) return { sent: false, reason: refusal.fail };
      const { channel, to, content } = composed;
      const problem = codeExpired(step as SendStep, data, now) ? 'CODE_EXPIRED' : sendProblem(channel, content);
      if (problem) return { sent: false, reason: problem };
      messages.push({ at: (now - start) / minute, step: id ?? path, pass, channel, to, content });
      return { sent: true, reactions: deliveryScripts.flatMap((deliveryScript) => reactionsOf(deliveryScript, now)) };
    },
  };
}

function isOf(deliveryScript: DeliveryScript, id: string | null, path: string, pass: number): boolean {
  return (
    (deliveryScript.step === id || deliveryScript.step === path) &&
    (deliveryScript.pass === undefined || deliveryScript.pass === pass)
  );
}

/** The reactions to one message, in the order open, click, reply (command line). */
function reactionsOf(deliveryScript: DeliveryScript, now: number): Reaction[] {
  return (['open', 'click', 'reply'] as const).flatMap((kind) => {
    const minutes = deliveryScript[kind];
    return minutes === undefined ? [] : [{ kind, at: now + Math.round(minutes * minute) }];
  });
}
