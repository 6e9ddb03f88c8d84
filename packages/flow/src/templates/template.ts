import type { Flow } from '../definition/flow.ts';
import { mapFlow } from '../definition/rebuild.ts';
import { channels, type Channel } from '../definition/trigger.ts';
import { walkFlow } from '../definition/walk.ts';
import { channelOf, isSend } from '../steps/action/advance.ts';
import type { Locale } from '../validate/codes.ts';

type LocalizedText = { readonly [Language in Locale]: string };

/** What happens at one minute of a template's `story`; `step` is the id of the step that sends a message then. */
export type Moment = { readonly at: number; readonly step?: string; readonly text: LocalizedText };

/** A template's description for people. `story` describes what its `scenario.json` plays. */
export type TemplateAbout = {
  readonly title: LocalizedText;
  readonly promise: LocalizedText;
  readonly story: readonly Moment[];
};

/** A flow that is ready to use except for its e-mail sender. */
export type FlowTemplate = { readonly name: string; readonly flow: Flow; readonly about: TemplateAbout };

/** Who sends a store's e-mails. */
export type Sender = { readonly name: string; readonly address: string };

/** The channels that a flow sends through, so that it needs a connection for each. */
export function channelsOf(flow: Flow): Channel[] {
  const used = new Set<Channel>();
  for (const { step } of walkFlow(flow)) {
    if (step.type === 'action' && isSend(step)) used.add(channelOf[step.name]);
  }
  return channels.filter((channel) => used.has(channel));
}

/** A flow with this e-mail sender. */
export function withSender(flow: Flow, { name, address }: Sender): Flow {
  return mapFlow(flow, (step) => {
    if (step.type !== 'action' || step.name !== 'send_email') return step;
    return { ...step, data: { ...step.data, remetente_nome: name, remetente_email: address } };
  });
}
