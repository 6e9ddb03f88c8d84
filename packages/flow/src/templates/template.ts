import type { Localized } from '@retoma/commerce/locale';
import type { Flow } from '../definition/flow.ts';
import { mapFlow } from '../definition/rebuild.ts';
import { channels, type Channel } from '../members/trigger.ts';
import { walkFlow } from '../definition/walk.ts';
import { channelOf, isSend } from '../steps/action/send.ts';

/** One moment of a template's `story`, at a minute; `step`: the id of the step that then sends a message. */
export type Moment = { readonly at: number; readonly step?: string; readonly text: Localized };

/** A template's description for people. `story` describes the run of its `scenario.json`. */
export type TemplateAbout = {
  readonly title: Localized;
  readonly promise: Localized;
  readonly story: readonly Moment[];
};

/** A flow that is ready to use except for its e-mail sender. */
export type FlowTemplate = { readonly name: string; readonly flow: Flow; readonly about: TemplateAbout };

/** The sender of a store's e-mails. */
export type Sender = { readonly name: string; readonly address: string };

/** The channels of a flow's messages; each needs a connection. */
export function channelsOf(flow: Flow): Channel[] {
  const used = new Set<Channel>();
  for (const { step } of walkFlow(flow)) {
    if (step.type === 'action' && isSend(step)) used.add(channelOf[step.name]);
  }
  return channels.filter((channel) => used.has(channel));
}

/** A flow with this sender in every e-mail. */
export function withSender(flow: Flow, { name, address }: Sender): Flow {
  return mapFlow(flow, (step) => {
    if (step.type !== 'action' || step.name !== 'send_email') return step;
    return { ...step, data: { ...step.data, remetente_nome: name, remetente_email: address } };
  });
}
